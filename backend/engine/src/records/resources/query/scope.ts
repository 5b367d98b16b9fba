import type { RowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import { fieldsIn, fixedValues } from '@bindery/contract/records/rows/row-filter.ts';
import type { Action, Resource } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables, Transaction } from '#backend/database/connection.ts';
import { type Reading, selectRows } from '#backend/database/query.ts';
import { type Actor, isApplication } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { limitOf, may } from './rights.ts';
import { compileRowFilter } from './row-filters.ts';
import { column, fragment, oneOf, type SqlFragment } from './sql-fragment.ts';

/** The rows of a resource with an archive: in use, in the archive, or both. Other resources' are all live. */
export type Rows = 'live' | 'archived' | 'all';

/** An access to rows of a resource. */
export interface Access {
  readonly actor: Actor;
  /** `read` by default. */
  readonly action?: Action;
  /** `live` by default; `all` for the server. */
  readonly rows?: Rows;
  /** The table's alias in the statement; `record` by default. */
  readonly alias?: string;
}

/** Returns whether a user may see the archive of a resource. */
const maySeeArchive = (resource: Resource, actor: Actor): boolean =>
  resource.archive && may(actor, resource, 'restore');

/** The rows that a request may ask for. */
export type RequestedRows = Exclude<Rows, 'all'>;

/**
 * Returns the rows of a request for the archive; other requests read the live ones.
 * @throws ApiError FORBIDDEN if the user may not see the archive, or there is none.
 */
export function requireArchive(resource: Resource, actor: Actor): 'archived' {
  if (!maySeeArchive(resource, actor)) throw new ApiError('FORBIDDEN');
  return 'archived';
}

/** Returns what an action does with some rows: a deletion of live ones archives them, if possible. */
export const actionOn = <Action extends 'update' | 'delete' | 'restore'>(
  { archive }: Resource,
  { action, rows }: { action: Action; rows: Rows },
): Action | 'archive' => (action === 'delete' && archive && rows === 'live' ? 'archive' : action);

/** Returns the rows whose history a user may read. */
export const rowsOfHistory = (resource: Resource, actor: Actor): Rows =>
  maySeeArchive(resource, actor) ? 'all' : 'live';

/** Returns the default rows of an access. */
export const defaultRows = (actor: Actor): Rows => (isApplication(actor) ? 'all' : 'live');

/**
 * Returns the SQL predicate of the rows that an access may reach; undefined for all of them. All code that
 * reads or writes records of a resource goes through it, with `rowsOf`, `rowsTable` or a Projection: a row
 * outside of the scope does not exist for the actor.
 */
export function scopeOf(resource: Resource, access: Access): SqlFragment | undefined {
  const { actor, action = 'read', rows = defaultRows(actor), alias = 'record' } = access;
  const archivedAt = column(`${alias}.archived_at`);
  const isThere = rows === 'live' ? fragment`${archivedAt} is null` : fragment`${archivedAt} is not null`;
  const inArchive = resource.archive && rows !== 'all' ? isThere : undefined;
  const filter = limitOf(actor, resource, action);
  const ofRole = filter && compileRowFilter(filter, alias);
  return inArchive && ofRole ? fragment`(${inArchive} and ${ofRole})` : (inArchive ?? ofRole);
}

/** Selects from the rows of a resource that an access may reach. */
export const rowsOf = (
  db: Database['kysely'] | Transaction,
  { resource, ...access }: Access & { readonly resource: Resource },
): RowsQuery => rowsWithin(db, { resource, scope: scopeOf(resource, access), alias: access.alias });

/** Selects from the rows of a resource within a scope, the result of `scopeOf` for the same alias. */
export function rowsWithin(
  db: Database['kysely'] | Transaction,
  {
    resource,
    scope,
    alias = 'record',
  }: { resource: Resource; scope: SqlFragment | undefined; alias?: string | undefined },
): RowsQuery {
  const rows: RowsQuery = db.selectFrom(`${resource.table} as ${alias}`);
  return scope ? rows.where(scope) : rows;
}

type RowsQuery = SelectQueryBuilder<Tables, string, object>;

interface GivenIds extends Access {
  readonly resource: Resource;
  readonly ids: readonly string[];
}

/** Returns those of some ids whose records an access may reach. */
export async function reachableIds(
  reading: Reading,
  { resource, ids, ...access }: GivenIds,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const query = rowsOf(reading.kysely, { ...access, resource, alias: 'record' })
    .select(sql.ref<string>('record.id').as('id'))
    .where(sql.ref('record.id'), '=', oneOf([...new Set(ids)]));
  const found = await selectRows(reading, query, { mode: 'list', table: resource.table });
  return new Set(found.map(({ id }) => id));
}

/** Returns the rows of a resource that an access may reach as an SQL table, with the access's alias. */
export function rowsTable(resource: Resource, access: Access): RawBuilder<unknown> {
  const { alias = 'record' } = access;
  const table = sql`${sql.table(resource.table)} as ${sql.ref(alias)}`;
  const scope = scopeOf(resource, access);
  return scope ? sql`(select * from ${table} where ${scope}) as ${sql.ref(alias)}` : table;
}

/**
 * Returns the SQL predicate that a change, whose table has the alias `change`, concerns a record in the
 * scope. The history of a record which no longer exists is for roles that are limited to no rows, and for the
 * authors of the changes, if it was deleted from their rows. Undefined for all changes.
 */
export function changeScopeOf(
  resource: Resource,
  access: Omit<Access, 'alias'>,
): RawBuilder<boolean> | undefined {
  const scope = scopeOf(resource, access);
  if (!scope) return undefined;
  const record = sql`select 1 from ${sql.table(resource.table)} as record where record.id = change.record_id`;
  const outside = sql<boolean>`not exists (${record} and (${scope}) is not true)`;
  const { actor } = access;
  const filter = limitOf(actor, resource, 'read');
  if (!filter) return outside;
  const before = beforeOf(filter);
  return sql<boolean>`(${outside} and (exists (${record}) or change.actor_id = ${actor.id})
    and not ${movedSince(before)} and not (not exists (${record}) and ${deletedElsewhere(before)}))`;
}

/** Returns the SQL predicate that a change's record was deleted from rows not, or no longer, a user's. */
function deletedElsewhere(before: readonly Before[]): RawBuilder<boolean> {
  const deletions = before.filter(({ isDecided }) => isDecided);
  return sql<boolean>`exists (select 1 from history as later
    where later.resource = change.resource and later.record_id = change.record_id and later.action = 'delete'
      and (${sql.join([sql`false`, ...deletions.map(({ isOutside }) => isOutside)], sql` or `)}))`;
}

/**
 * Returns the SQL predicate that the record of a change was moved into the rows of a user by the change or
 * after it: earlier changes concern rows of others. Filters on other records are evaluated as of now.
 */
function movedSince(before: readonly Before[]): RawBuilder<boolean> {
  const moves = before.map(({ changed, isOutside }) => sql<boolean>`(${changed} and ${isOutside})`);
  return sql<boolean>`exists (select 1 from history as later
    where later.resource = change.resource and later.record_id = change.record_id and later.action = 'update'
      and (later.at, later.id) >= (change.at, change.id)
      and (${sql.join([sql`false`, ...moves], sql` or `)}))`;
}

/** What a later change in the history, with table alias `later`, reveals about a field of a row filter. */
interface Before {
  /** That the change affects the field. */
  readonly changed: RawBuilder<boolean>;
  /** That the record was not, or may not have been, in the rows before. */
  readonly isOutside: RawBuilder<boolean>;
  /** Whether the value before decides it. */
  readonly isDecided: boolean;
}

function beforeOf(filter: RowFilter): Before[] {
  if ('all' in filter) return filter.all.flatMap(beforeOf);
  return fieldsIn(filter).map((name) => {
    const before = sql`(later.changes -> ${name}::text -> 'before')`;
    const changed = sql<boolean>`jsonb_exists(later.changes, ${name}::text)`;
    const fixed = fixedValues(filter);
    if (Object.hasOwn(fixed, name)) {
      const value = fixed[name] ?? null;
      const given = value === null ? null : String(value);
      return {
        changed,
        isOutside: sql`(${before} #>> '{}' is distinct from ${given}::text)`,
        isDecided: true,
      };
    }
    if ('some' in filter && 'ids' in filter)
      return {
        changed,
        isDecided: true,
        isOutside: sql`(jsonb_exists_any(${before}, ${filter.ids}::text[]) is not true)`,
      };
    return { changed, isOutside: sql`true`, isDecided: false };
  });
}
