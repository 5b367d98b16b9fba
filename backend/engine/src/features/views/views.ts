import { defaultView, viewAddress, writeAddress } from '@bindery/contract/records/resources/list-address.ts';
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
import { actorOfSession, isUser } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { checkColumns, checkQuery } from './view-query.ts';
import {
  choose,
  createViewCall,
  forgetChoice,
  type ViewCall,
  type ViewParts,
  type VisibleView,
  visibleViews,
} from './visible-views.ts';

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
  const contract = call.contractOf(view.resource, call.actor.role);
  if (!contract)
    throw new ApiError('INVALID', { errors: { resource: [fieldError(view.resource, 'errors.unknown')] } });
  if (view.shared && view.isDefault && !mayShareDefaults(call)) throw new ApiError('FORBIDDEN');
  checkColumns(contract, view.columns);
  const values = { ...view, query: checkQuery(contract, view.query) };
  const id = newId();
  return inTransaction(call, async (db) => {
    const owner = call.actor.id;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from saved_views
      where owner_id = ${owner} and resource = ${view.resource}`.execute(db);
    if (rows[0]!.count >= MAX_VIEWS)
      throw new ApiError('CONFLICT', errorsAt('name', 'errors.tooManyViews', { max: MAX_VIEWS }));
    if (values.isDefault) await clearDefault(db, { owner, resource: view.resource });
    const { resource, name, query, shared, isDefault } = values;
    await sql`
      insert into saved_views
        (id, owner_id, resource, name, query, columns, shared, is_default, created_at, updated_at)
      values (${id}, ${owner}, ${resource}, ${name}, ${query}, ${toColumn(values.columns)}, ${shared}, ${isDefault},
        ${transactionTime}, ${transactionTime})`.execute(db);
    return written(db, { call, id });
  });
}

/**
 * Changes a view of the caller, or opens the caller's list with a shared one of another user. The last write
 * wins. A default that is shared without the right to share defaults applies only to its owner.
 * @throws ApiError NOT_FOUND; FORBIDDEN for other changes of another user's view, or a default that is shared
 * without the right; INVALID and CONFLICT as for a new one.
 */
export async function updateView(call: ViewCall, { id, changes }: { id: string; changes: ViewChanges }) {
  return inTransaction(call, async (db) => {
    const { row, contract } = await findView(db, { call, id });
    const user = call.actor.id;
    if (row.owner_id !== user) {
      await chooseShared(db, { call, row, changes });
      return written(db, { call, id });
    }
    const sharesDefault = mayShareDefaults(call);
    if (changes.shared && changes.isDefault && !sharesDefault) throw new ApiError('FORBIDDEN');
    if (changes.columns !== undefined) checkColumns(contract, changes.columns);
    const query = changes.query === undefined ? row.query : checkQuery(contract, changes.query);
    const { name = row.name, shared = row.shared, isDefault = row.is_default } = changes;
    const { resource } = row;
    if (changes.isDefault) await clearDefault(db, { owner: user, resource });
    const isForOthers = isDefault && (!shared || sharesDefault);
    const columns = changes.columns === undefined ? sql.ref('columns') : toColumn(changes.columns);
    await sql`
      update saved_views set name = ${name}, query = ${query}, columns = ${columns}, shared = ${shared},
        is_default = ${isForOthers}, updated_at = ${timeAfter(sql.ref('updated_at'))}
      where id = ${id}`.execute(db);
    if (isDefault && !isForOthers && (changes.isDefault || !row.has_choice))
      await choose(db, { user, resource, view: id });
    if (changes.isDefault === false && row.choice === id) await forgetChoice(db, { user, resource });
    return written(db, { call, id });
  });
}

/** Returns whether the caller's role may share default views. */
const mayShareDefaults = ({ resources, actor }: ViewCall): boolean =>
  rolesOf(resources).sharingDefaultViews.includes(actor.role);

/** @throws ApiError FORBIDDEN if anything else is changed. */
async function chooseShared(
  db: Transaction,
  { call, row, changes }: { call: ViewCall; row: VisibleView['row']; changes: ViewChanges },
) {
  const { isDefault, ...others } = changes;
  if (isDefault === undefined || Object.keys(others).length > 0) throw new ApiError('FORBIDDEN');
  await choose(db, { user: call.actor.id, resource: row.resource, view: isDefault ? row.id : null });
}

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

/** Returns a view that the caller has just written. */
const written = async (db: Transaction, found: FindView): Promise<SavedView> =>
  (await findView(db, found)).json;

interface FindView {
  readonly call: ViewCall;
  readonly id: string;
}

/** Locks a view that the caller may see. */
async function findView(db: Transaction, { call, id }: FindView): Promise<VisibleView> {
  const locked = await sql<{ resource: string }>`
    select resource from saved_views where id = ${id} for update`.execute(db);
  const [{ resource } = { resource: '' }] = locked.rows;
  const found = (await visibleViews(call, { within: readingIn(db), resource })).find(
    ({ row }) => row.id === id,
  );
  if (!found) throw new ApiError('NOT_FOUND');
  return found;
}

/** Makes room for another default of a user. */
async function clearDefault(db: Transaction, { owner, resource }: { owner: string; resource: string }) {
  await sql`update saved_views set is_default = false
    where owner_id = ${owner} and resource = ${resource} and is_default`.execute(db);
  await forgetChoice(db, { user: owner, resource });
}

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

/** Returns the address that a list of the manager opens with; undefined if it is the requested one. */
type StartAddress = (url: string, session: RequestSession | null) => Promise<string | undefined>;

const LIST = /^\/manager\/(\w+)$/;

/**
 * Creates the function that redirects a list without parameters to its default view, as the page would do
 * itself, so that it neither preloads nor loads the list of all records before.
 */
export function createStartAddress(parts: ViewParts): StartAddress {
  const callOf = createViewCall(parts);
  return async (url, session) => {
    const [, name] = LIST.exec(url) ?? [];
    if (name === undefined || !session?.rights.apps?.includes('manager')) return undefined;
    const actor = actorOfSession(session);
    if (!isUser(actor)) return undefined;
    const call = callOf(actor);
    const contract = call.contractOf(name, actor.role);
    if (!contract) return undefined;
    const view = defaultView(await listViews(call, name));
    return view && `${url}?${writeAddress(viewAddress(contract.resource, view))}`;
  };
}
