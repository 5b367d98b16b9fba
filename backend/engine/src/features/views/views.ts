import { rolesOf } from '@bindery/contract/records/rights.ts';
import { fieldError } from '@bindery/contract/records/validation.ts';
import {
  MAX_VIEWS,
  type NewView,
  type SavedView,
  type ViewChanges,
} from '@bindery/contract/records/views.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { readingIn } from '#backend/database/query.ts';
import { VIEW_NAME_RULE } from '#backend/database/tables.ts';
import { timeAfter, transactionTime } from '#backend/database/time.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import { checkColumns, checkQuery } from './view-query.ts';
import { type ViewCall, type VisibleView, visibleViews } from './visible-views.ts';

/** Returns the caller's own and the shared views, of one resource or of all that the caller may read. */
export async function listViews(call: ViewCall, resource: string | undefined): Promise<SavedView[]> {
  return (await visibleViews(call, { within: call.database, resource })).map(({ json }) => json);
}

/**
 * Creates a view of the caller.
 * @throws ApiError INVALID for a list that the caller may not read or a query that it rejects; FORBIDDEN for
 * a shared default without the right; CONFLICT if the name is used already, or there are too many.
 */
export async function createView(call: ViewCall, view: NewView): Promise<SavedView> {
  const { resource, name, shared, isDefault } = view;
  const contract = call.contractOf(resource, call.actor.role);
  if (!contract)
    throw new ApiError('INVALID', { errors: { resource: [fieldError(resource, 'errors.unknown')] } });
  if (shared && isDefault && !mayShareDefaults(call)) throw new ApiError('FORBIDDEN');
  checkColumns(contract, view.columns);
  const query = checkQuery(contract, view.query);
  const id = newId();
  return inTransaction(call, async (db) => {
    const owner = call.actor.id;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from saved_views
      where owner_id = ${owner} and resource = ${resource}`.execute(db);
    if (rows[0]!.count >= MAX_VIEWS)
      throw new ApiError('CONFLICT', errorsAt('name', 'errors.tooManyViews', { max: MAX_VIEWS }));
    if (isDefault) await clearDefault(db, { user: owner, resource });
    await sql`
      insert into saved_views
        (id, owner_id, resource, name, query, columns, shared, is_default, created_at, updated_at)
      values (${id}, ${owner}, ${resource}, ${name}, ${query}, ${toColumn(view.columns)}, ${shared}, ${isDefault},
        ${transactionTime}, ${transactionTime})`.execute(db);
    return (await findView(db, { call, id })).json;
  });
}

/**
 * Changes a view of the caller, or opens the caller's list with a shared one of another user. The last write
 * wins. A default that is shared without the right to share defaults applies only to its owner.
 * @throws ApiError NOT_FOUND; FORBIDDEN for other changes of another user's view, or a default that is shared
 * without the right; INVALID and CONFLICT as for a new one.
 */
export async function updateView(
  call: ViewCall,
  { id, changes }: { id: string; changes: ViewChanges },
): Promise<SavedView> {
  return inTransaction(call, async (db) => {
    const { row, contract } = await findView(db, { call, id });
    const user = call.actor.id;
    const { resource } = row;
    if (row.owner_id !== user) {
      const { isDefault, ...others } = changes;
      if (isDefault === undefined || Object.keys(others).length > 0) throw new ApiError('FORBIDDEN');
      await choose(db, { user, resource, view: isDefault ? id : null });
      return (await findView(db, { call, id })).json;
    }
    const sharesDefault = mayShareDefaults(call);
    if (changes.shared && changes.isDefault && !sharesDefault) throw new ApiError('FORBIDDEN');
    if (changes.columns !== undefined) checkColumns(contract, changes.columns);
    const query = changes.query === undefined ? row.query : checkQuery(contract, changes.query);
    const { name = row.name, shared = row.shared, isDefault = row.is_default } = changes;
    if (changes.isDefault) await clearDefault(db, { user, resource });
    const isForOthers = isDefault && (!shared || sharesDefault);
    const columns = changes.columns === undefined ? sql.ref('columns') : toColumn(changes.columns);
    await sql`
      update saved_views set name = ${name}, query = ${query}, columns = ${columns}, shared = ${shared},
        is_default = ${isForOthers}, updated_at = ${timeAfter(sql.ref('updated_at'))}
      where id = ${id}`.execute(db);
    if (isDefault && !isForOthers && (changes.isDefault || !row.has_choice))
      await choose(db, { user, resource, view: id });
    if (changes.isDefault === false && row.choice === id) await forgetChoice(db, { user, resource });
    return (await findView(db, { call, id })).json;
  });
}

/** Returns whether the caller's role may share default views. */
const mayShareDefaults = ({ resources, actor }: ViewCall): boolean =>
  rolesOf(resources).sharingDefaultViews.includes(actor.role);

/**
 * Deletes a view of the caller, or a shared one of a user whom the caller may administer.
 * @throws ApiError NOT_FOUND or FORBIDDEN.
 */
export async function deleteView(call: ViewCall, id: string): Promise<void> {
  await inTransaction(call, async (db) => {
    const { json } = await findView(db, { call, id });
    if (!json.mayDelete) throw new ApiError('FORBIDDEN');
    await sql`delete from saved_views where id = ${id}`.execute(db);
  });
}

/** Locks a view that the caller may see. */
async function findView(db: Transaction, { call, id }: { call: ViewCall; id: string }): Promise<VisibleView> {
  const locked = await sql<{ resource: string }>`
    select resource from saved_views where id = ${id} for update`.execute(db);
  const [{ resource } = { resource: '' }] = locked.rows;
  const visible = await visibleViews(call, { within: readingIn(db), resource });
  const found = visible.find(({ row }) => row.id === id);
  if (!found) throw new ApiError('NOT_FOUND');
  return found;
}

/** The list of a user that opens with a view. */
interface UserList {
  readonly user: string;
  readonly resource: string;
}

/** Makes room for another default of a user. */
async function clearDefault(db: Transaction, { user, resource }: UserList): Promise<void> {
  await sql`update saved_views set is_default = false
    where owner_id = ${user} and resource = ${resource} and is_default`.execute(db);
  await forgetChoice(db, { user, resource });
}

/** Stores the view that a list opens with for a user; null for one that opens with all records. */
const choose = (db: Transaction, { user, resource, view }: UserList & { view: string | null }) =>
  sql`insert into saved_view_choices (user_id, resource, view_id) values (${user}, ${resource}, ${view})
    on conflict (user_id, resource) do update set view_id = excluded.view_id`.execute(db);

/** Resets a user's default view. */
const forgetChoice = (db: Transaction, { user, resource }: UserList) =>
  sql`delete from saved_view_choices where user_id = ${user} and resource = ${resource}`.execute(db);

const toColumn = (columns: readonly string[] | null) =>
  sql`${columns === null ? null : JSON.stringify(columns)}::jsonb`;

/** Runs a write. A user's writes are serialized, so that there is at most one default per resource. */
async function inTransaction<Result>(
  { database, actor }: ViewCall,
  work: (db: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.writeTo('saved_views', () =>
      database.em().transactional(async (em) => {
        const db: Transaction = em.getKysely();
        const { rows } = await sql`select 1 from users where id = ${actor.id} for no key update`.execute(db);
        // The user was deleted since the session was checked.
        if (rows.length === 0) throw new ApiError('UNAUTHENTICATED');
        return work(db);
      }),
    );
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === VIEW_NAME_RULE)
      throw new ApiError('CONFLICT', errorsAt('name', 'errors.unique', { record: 'View' }));
    throw error;
  }
}
