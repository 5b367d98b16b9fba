import { type Compilable, sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { Changes } from '#backend/database/history.ts';
import type { Actor } from '#backend/http/actor.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { FieldError } from '#contract/errors.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import type { RecordValues } from '../hooks.ts';
import { type RowAction, type Rows, rowsOf, scopeOf } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { referenceIds } from './recorded-values.ts';

interface Acting {
  readonly service: ResourceService;
  readonly actor: Actor;
  readonly action: Exclude<RowAction, 'read'>;
  readonly rows?: Rows;
  readonly ids: readonly string[];
}

/** A record that a user may not act on; `code` is the error that tells no more than they may know. */
interface Outside {
  readonly id: string;
  readonly code: 'NOT_FOUND' | 'FORBIDDEN';
}

/** Returns the first of some locked records that a user may not act on; those that do not exist are passed over. */
export async function findOutside(
  db: Transaction,
  { service: { resource }, actor, action, rows, ids }: Acting,
): Promise<Outside | undefined> {
  const first = async (one: RowAction) => {
    const scope = scopeOf(resource, { actor, action: one, ...(rows && { rows }) });
    if (!scope || ids.length === 0) return undefined;
    return db
      .selectFrom(`${resource.table} as record`)
      .select(sql.ref<string>('record.id').as('id'))
      .where(sql.ref('record.id'), '=', sql<string>`any(${ids}::uuid[])`)
      .where(sql<boolean>`(${scope}) is not true`)
      .orderBy('record.id')
      .limit(1)
      .executeTakeFirst();
  };
  const unread = await first('read');
  if (unread) return { id: unread.id, code: 'NOT_FOUND' };
  const refused = await first(action);
  return refused && { id: refused.id, code: 'FORBIDDEN' };
}

interface Targets {
  readonly service: ResourceService;
  readonly actor: Actor;
  /** The values of records to be written. */
  readonly values: readonly RecordValues[];
  readonly read: <Row extends object>(query: Compilable<Row>) => Promise<Row[]>;
}

/**
 * Checks that a user may read the records that they make others refer to: whether one exists is not told either.
 *
 * @throws ApiError INVALID that names the fields, like a reference to no record.
 */
export async function requireTargets({ service, actor, values, read }: Targets): Promise<void> {
  const { resource, resources, database } = service;
  const errors: Record<string, FieldError[]> = {};
  for (const { name, to, join } of Object.values<ResourceField>(resource.fields)) {
    const target = to === undefined ? undefined : resources[to];
    if (!target || !scopeOf(target, { actor })) continue;
    const ids = [...new Set(values.flatMap((one) => referenceIds(one[name])))];
    if (ids.length === 0) continue;
    const query = rowsOf(database.kysely, { resource: target, actor })
      .select(sql.ref<string>('record.id').as('id'))
      .where(sql.ref('record.id'), '=', sql<string>`any(${ids}::uuid[])`);
    const found = new Set((await read(query)).map(({ id }) => id));
    const missing = ids.find((id) => !found.has(id));
    if (missing === undefined) continue;
    const error = join
      ? fieldError(name, 'errors.valueNotFound', { value: missing })
      : fieldError(name, 'errors.referenceNotFound');
    errors[name] = [error];
  }
  if (Object.keys(errors).length > 0) throw new ApiError('INVALID', { errors });
}

/** Returns the references that an update makes: those that were there already stay, whoever may read them. */
export const madeReferences = (changes: Changes): RecordValues =>
  Object.fromEntries(
    Object.entries(changes).map(([name, { before, after }]) => {
      const known = referenceIds(before);
      return [name, referenceIds(after).filter((id) => !known.includes(id))];
    }),
  );
