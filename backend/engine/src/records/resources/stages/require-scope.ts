import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { type RowAction, type Rows, scopeOf } from '../query/scope.ts';
import { oneOf } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';
import { readerOf } from './transaction.ts';

interface Acting {
  readonly service: ResourceService;
  readonly actor: Actor;
  readonly action: Exclude<RowAction, 'read'>;
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
  const first = async (one: RowAction) => {
    const scope = scopeOf(resource, { actor, action: one, ...(rows && { rows }) });
    if (!scope || ids.length === 0) return undefined;
    const outside = db
      .selectFrom(`${resource.table} as record`)
      .select(sql.ref<string>('record.id').as('id'))
      .where(sql.ref('record.id'), '=', oneOf(ids))
      .where(sql<boolean>`(${scope}) is not true`)
      .orderBy('record.id')
      .limit(1);
    return (await readerOf(db)(outside))[0];
  };
  const unread = await first('read');
  if (unread) return { id: unread.id, code: 'NOT_FOUND' };
  const refused = await first(action);
  return refused && { id: refused.id, code: 'FORBIDDEN' };
}
