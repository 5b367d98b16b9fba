import type { RowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import { fieldsIn } from '@bindery/contract/records/rows/row-filter.ts';
import type { Action, Resource } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { readingIn, selectRows } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import { limitOf, maySee } from '../query/rights.ts';
import { type Rows, reachableIds, scopeOf } from '../query/scope.ts';
import { oneOf } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';

interface Acting {
  readonly service: ResourceService;
  readonly actor: Actor;
  readonly action: Exclude<Action, 'read'>;
  readonly rows?: Rows;
  readonly ids: readonly string[];
}

/** A record that a user may not act on; `code` is the error code that does not reveal existence. */
interface Outside {
  readonly id: string;
  readonly code: 'NOT_FOUND' | 'FORBIDDEN';
}

/** Returns the first of some locked records that a user may not act on; ignores nonexistent ones. */
export async function findOutside(
  db: Transaction,
  { service: { resource }, actor, action, rows, ids }: Acting,
): Promise<Outside | undefined> {
  const first = async (one: Action) => {
    const scope = scopeOf(resource, { actor, action: one, ...(rows && { rows }) });
    if (!scope || ids.length === 0) return undefined;
    const outside = db
      .selectFrom(`${resource.table} as record`)
      .select(sql.ref<string>('record.id').as('id'))
      .where(sql.ref('record.id'), '=', oneOf(ids))
      .where(sql<boolean>`(${scope}) is not true`)
      .orderBy('record.id')
      .limit(1);
    const [found] = await selectRows(readingIn(db), outside, { table: resource.table });
    return found;
  };
  const unread = await first('read');
  if (unread) return { id: unread.id, code: 'NOT_FOUND' };
  const rejected = await first(action);
  return rejected && { id: rejected.id, code: 'FORBIDDEN' };
}

interface WrittenRecords {
  readonly service: ResourceService;
  readonly actor: Actor;
  readonly action: 'create' | 'update';
  readonly ids: readonly string[];
  /** The fields that an update changes, which the error then names. */
  readonly changed?: readonly string[];
}

/** A record that a user may not write like this, and the error that names the fields. */
interface Unwritable {
  readonly id: string;
  readonly error: ApiError;
}

/** Returns the first of some written records that is outside of what the user may write. */
export async function findUnwritable(
  db: Transaction,
  { service: { resource }, actor, action, ids, changed }: WrittenRecords,
): Promise<Unwritable | undefined> {
  const filter = limitOf(actor, resource, action);
  if (!filter || ids.length === 0) return undefined;
  const found = await reachableIds(readingIn(db), { resource, actor, action, rows: 'all', ids });
  const id = ids.find((one) => !found.has(one));
  return id === undefined ? undefined : { id, error: notYourRow(filter, { resource, actor, changed }) };
}

/** Returns the error of a record outside of an actor's rows, with the fields that decide it. */
export function notYourRow(
  filter: RowFilter,
  { resource, actor, changed }: { resource: Resource; actor: Actor; changed: readonly string[] | undefined },
): ApiError {
  const deciding = [...new Set(fieldsIn(filter))].filter(
    (name) => maySee(actor, resource.fields[name]!) && (changed?.includes(name) ?? true),
  );
  if (deciding.length === 0) return new ApiError('FORBIDDEN');
  return new ApiError('INVALID', errorsAt(deciding, 'errors.notYourRow'));
}
