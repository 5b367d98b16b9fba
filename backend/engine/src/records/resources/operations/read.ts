import { reverseReferencesFor } from '@bindery/contract/records/resources/reverse-references.ts';
import type { RelatedCount } from '@bindery/contract/records/resources/routes.ts';
import { sql } from 'kysely';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { referenceColumns, refersTo } from '../query/join-tables.ts';
import type { DatabaseRow, RecordJson, ShownFields } from '../query/projection.ts';
import { requireArchive, rowsOf } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';

interface RecordRead {
  readonly id: string;
  readonly actor: Actor;
  readonly archived?: boolean | undefined;
  /** The fields to return; `all` by default. */
  readonly shown?: ShownFields;
}

/**
 * Returns one record.
 * @throws ApiError NOT_FOUND when the record does not exist.
 */
export async function read(
  service: ResourceService,
  { id, actor, archived, shown }: RecordRead,
): Promise<RecordJson> {
  const rows = archived ? requireArchive(service.resource, actor) : 'live';
  const projection = service.projection(actor, rows, shown);
  const statement = projection.compile({ key: 'read', parameters: [id] }, (select) =>
    select.where(sql.ref('record.id'), '=', id),
  );
  const [row] = await service.query<DatabaseRow>(statement, 'pipelined');
  if (!row) throw new ApiError('NOT_FOUND');
  return projection.toJson(row);
}

/** Counting stops here: a larger exact number is useless, and would cost more than the page. */
const EXACT_UP_TO = 10_000;

/**
 * Counts the records that refer to a record, for each reference that the role may read, with one statement.
 * @throws ApiError NOT_FOUND if the record does not exist.
 */
export async function countRelated(
  service: ResourceService,
  { id, actor, archived }: { id: string; actor: Actor; archived?: boolean | undefined },
): Promise<RelatedCount[]> {
  const { resource, resources, database } = service;
  await read(service, { id, actor, archived, shown: 'stored' });
  const references = reverseReferencesFor(resources, { to: resource.name, role: actor.role });
  if (references.length === 0) return [];
  const counts = references.map((reference) => {
    const referring = rowsOf(database.kysely, { resource: reference.resource, actor })
      .select(sql.lit(1).as('one'))
      .where(refersTo(referenceColumns(reference), sql`${id}`))
      .limit(sql.lit(EXACT_UP_TO + 1));
    return sql<number>`select count(*)::int as total from (${referring}) as referring`;
  });
  // An array preserves the order of the references.
  const query = database.kysely.selectNoFrom(
    sql<number[]>`array[${sql.join(counts.map((count) => sql`(${count})`))}]`.as('totals'),
  );
  const [row] = await service.query(query, 'list');
  return references.map(({ resource: { name }, field }, index) => {
    const total = row?.totals[index] ?? 0;
    return {
      resource: name,
      field: field.name,
      total: Math.min(total, EXACT_UP_TO),
      exact: total <= EXACT_UP_TO,
    };
  });
}
