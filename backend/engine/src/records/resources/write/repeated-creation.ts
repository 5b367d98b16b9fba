import type { Role } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { selectRows } from '#backend/database/query.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { DatabaseRow, Projection, RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { orWithoutComputed } from '../stages/without-computed.ts';
import type { WriteConnection } from '../stages/write-connection.ts';

/** The role that created a record, and the record; or its row, if the statement that created it stores it. */
export type StoredResponse = readonly [role: Role, item: RecordJson | null, row?: object];

/**
 * Returns the response to a repeated creation: the record of the first one, with the current fields and rows:
 * a user whose role has changed since, or is limited to some rows, may see less than then.
 * @throws ApiError NOT_FOUND for such a user if they may not, or no longer, read the record.
 */
export async function repeatedResponse(
  connection: WriteConnection,
  { service, stored }: { service: ResourceService; stored: StoredResponse },
): Promise<RecordJson> {
  const { actor } = connection;
  const [role] = stored;
  const item = await recordIn(connection, { service, stored });
  const projection = service.projection(actor, 'all');
  const shown = Object.entries(item).filter(([name]) => name === 'id' || projection.field(name));
  if (role === actor.role && !projection.isPersonal) return { ...Object.fromEntries(shown), id: item.id };
  const now = await orWithoutComputed(
    { resource: service.resource, record: item.id, transaction: connection.db },
    {
      first: () => readNow(connection, { projection, id: item.id }),
      otherwise: () =>
        readNow(connection, { projection: service.projection(actor, 'all', 'stored'), id: item.id }),
    },
  );
  // Values that depend on other records, or on the role, are current.
  const isOwn = (name: string): boolean => {
    const field = projection.field(name);
    return field !== undefined && !field.to && !field.computed && !field.upload && name in item;
  };
  const values = projection.fields
    .map(({ name }) => [name, isOwn(name) ? item[name] : now[name]] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(values), id: item.id };
}

/** @throws ApiError NOT_FOUND if the actor may not, or no longer, read the record */
async function readNow(
  connection: WriteConnection,
  { projection, id }: { projection: Projection; id: string },
): Promise<RecordJson> {
  const query = projection.select().where(sql.ref('record.id'), '=', id);
  const [row] = await selectRows(connection, query, { table: projection.resource.table });
  if (!row) throw new ApiError('NOT_FOUND');
  return projection.toJson(row);
}

/** Returns the record of a stored response. */
async function recordIn(
  connection: WriteConnection,
  { service, stored: [role, item, row] }: { service: ResourceService; stored: StoredResponse },
): Promise<RecordJson> {
  if (item) return item;
  const projection = service.projection({ ...connection.actor, role });
  // The database returns the values of the row in the types of their columns, as it did the first time.
  const given = sql`jsonb_to_recordset(${JSON.stringify([row])}::text::jsonb) as given(${columnsOf(projection)})`;
  const { rows } = await sql<DatabaseRow>`select given.* from ${given}`.execute(connection.db);
  return projection.toJson(rows[0]!);
}

/** Returns the columns of a projection with their types. */
const columnsOf = ({ fields }: Projection) =>
  sql.join([
    sql`id uuid`,
    ...fields.flatMap(({ name, type, upload, join, to }) => [
      sql`${sql.id(name)} ${sql.raw(upload || join ? 'jsonb' : type.sql)}`,
      ...(to === undefined || join
        ? []
        : [sql`${sql.id(`${name}.label`)} text`, sql`${sql.id(`${name}.archived`)} boolean`]),
    ]),
  ]);
