import { sql } from 'kysely';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { VIEW_NAME_RULE } from '#backend/database/saved-views.ts';
import { timeAfter, transactionTime } from '#backend/database/time.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import { MOST_VIEWS, type NewView, type SavedView, type ViewChanges } from '#contract/views.ts';
import { type ChosenColumns, choose, chosenColumns, forgetChoice, joinChoice } from './choices.ts';
import { checkColumns, checkQuery, type createListContracts, readableParts } from './view-query.ts';

/** The user who calls, and what the views are kept in. */
export interface ViewCall {
  readonly database: Database;
  readonly contractOf: ReturnType<typeof createListContracts>;
  readonly user: { readonly id: string; readonly role: Role };
}

/** A view by column. */
interface ViewRow extends ChosenColumns {
  readonly id: string;
  readonly owner_id: string;
  readonly resource: string;
  readonly name: string;
  readonly query: string;
  readonly columns: readonly string[] | string | null;
  readonly shared: boolean;
  readonly is_default: boolean;
}

/** Returns a view as the caller may see it; undefined if the resource is gone or not for the caller. */
function toJson({ contractOf, user }: ViewCall, row: ViewRow): SavedView | undefined {
  const contract = contractOf(row.resource, user.role);
  if (!contract) return undefined;
  const { id, resource, name, query, shared } = row;
  const isDefault = row.has_choice ? row.choice === id : row.is_default;
  const columns = typeof row.columns === 'string' ? JSON.parse(row.columns) : row.columns;
  const isOwn = row.owner_id === user.id;
  return { id, resource, name, ...readableParts(contract, { query, columns }), shared, isDefault, isOwn };
}

/** Returns the own views and the shared ones, of one resource or of all that the caller may read. */
export async function listViews(call: ViewCall, resource: string | undefined): Promise<SavedView[]> {
  const query = sql<ViewRow>`
    select view.*, ${chosenColumns} from saved_views as view ${joinChoice(call.user.id)}
    where (owner_id = ${call.user.id} or shared)
      ${resource === undefined ? sql`` : sql`and view.resource = ${resource}`}
    order by created_at, id`;
  const rows = await call.database.query<ViewRow>({
    ...query.compile(call.database.kysely),
    ...{ mode: 'list', table: 'saved_views' },
  });
  return rows.flatMap((row) => toJson(call, row) ?? []);
}

/**
 * Creates a view of the caller.
 *
 * @throws ApiError INVALID for a list that the caller may not read, or a query that it does not take; CONFLICT if the
 *   name is taken, or there are too many.
 */
export async function createView(call: ViewCall, view: NewView): Promise<SavedView> {
  const contract = call.contractOf(view.resource, call.user.role);
  if (!contract)
    throw new ApiError('INVALID', { errors: { resource: [fieldError(view.resource, 'errors.unknown')] } });
  checkColumns(contract, view.columns);
  const values = { ...view, query: checkQuery(contract, view.query) };
  const id = newId();
  return inTransaction(call, async (db) => {
    const owner = call.user.id;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from saved_views
      where owner_id = ${owner} and resource = ${view.resource}`.execute(db);
    if (rows[0]!.count >= MOST_VIEWS)
      throw conflict(fieldError('name', 'errors.tooManyViews', { max: MOST_VIEWS }));
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
 * Changes a view of the caller, or lets the caller's list open with a shared one of somebody else. The last write wins.
 *
 * @throws ApiError NOT_FOUND; FORBIDDEN for other changes of a view of somebody else; INVALID and CONFLICT as for a new one.
 */
export async function updateView(call: ViewCall, { id, changes }: { id: string; changes: ViewChanges }) {
  return inTransaction(call, async (db) => {
    const { row, contract } = await findView(db, { call, id });
    if (row.owner_id !== call.user.id) {
      await chooseShared(db, { call, row, changes });
      return written(db, { call, id });
    }
    if (changes.columns !== undefined) checkColumns(contract, changes.columns);
    const query = changes.query === undefined ? row.query : checkQuery(contract, changes.query);
    const { name = row.name, shared = row.shared, isDefault = row.is_default } = changes;
    if (changes.isDefault) await clearDefault(db, { owner: row.owner_id, resource: row.resource });
    const columns = changes.columns === undefined ? sql.ref('columns') : toColumn(changes.columns);
    await sql`
      update saved_views set name = ${name}, query = ${query}, columns = ${columns}, shared = ${shared},
        is_default = ${isDefault}, updated_at = ${timeAfter(sql.ref('updated_at'))}
      where id = ${id}`.execute(db);
    return written(db, { call, id });
  });
}

/** @throws ApiError FORBIDDEN where anything else is changed. */
async function chooseShared(
  db: Transaction,
  { call, row, changes }: { call: ViewCall; row: ViewRow; changes: ViewChanges },
) {
  const { isDefault, ...others } = changes;
  if (isDefault === undefined || Object.keys(others).length > 0) throw new ApiError('FORBIDDEN');
  await choose(db, { user: call.user.id, resource: row.resource, view: isDefault ? row.id : null });
}

/** Deletes a view of the caller; those who administer users may delete shared ones. Throws ApiError NOT_FOUND or FORBIDDEN. */
export async function deleteView(call: ViewCall, id: string): Promise<void> {
  await inTransaction(call, async (db) => {
    const { row, contract } = await findView(db, { call, id });
    // Of the views of others, only shared ones are found.
    const isAdministrator = contract.resource.roles.administrators.includes(call.user.role);
    if (row.owner_id !== call.user.id && !isAdministrator) throw new ApiError('FORBIDDEN');
    await sql`delete from saved_views where id = ${id}`.execute(db);
  });
}

/** Returns a view that the caller has just written. */
const written = async (db: Transaction, found: FindView): Promise<SavedView> =>
  toJson(found.call, (await findView(db, found)).row)!;

interface FindView {
  readonly call: ViewCall;
  readonly id: string;
}

async function findView(db: Transaction, { call, id }: FindView) {
  const found = await sql<ViewRow>`
    select view.*, ${chosenColumns} from saved_views as view ${joinChoice(call.user.id)}
    where id = ${id} and (owner_id = ${call.user.id} or shared) for update of view`.execute(db);
  const row = found.rows[0];
  const contract = row && call.contractOf(row.resource, call.user.role);
  if (!contract) throw new ApiError('NOT_FOUND');
  return { row, contract };
}

/** Makes room for another default of a user's own. */
async function clearDefault(db: Transaction, { owner, resource }: { owner: string; resource: string }) {
  await sql`update saved_views set is_default = false
    where owner_id = ${owner} and resource = ${resource} and is_default`.execute(db);
  await forgetChoice(db, { user: owner, resource });
}

const toColumn = (columns: readonly string[] | null) =>
  sql`${columns === null ? null : JSON.stringify(columns)}::jsonb`;

const conflict = (error: ReturnType<typeof fieldError>) =>
  new ApiError('CONFLICT', { errors: { name: [error] } });

/** Runs a write. The writes of one user follow each other, so that they have at most one default of a resource. */
async function inTransaction<Result>(
  { database, user }: ViewCall,
  work: (db: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.writeTo('saved_views', () =>
      database.em().transactional(async (em) => {
        const db: Transaction = em.getKysely();
        const { rows } = await sql`select 1 from users where id = ${user.id} for no key update`.execute(db);
        // Deleted since the session was checked.
        if (rows.length === 0) throw new ApiError('UNAUTHENTICATED');
        return work(db);
      }),
    );
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === VIEW_NAME_RULE)
      throw conflict(fieldError('name', 'errors.unique', { record: 'View' }));
    throw error;
  }
}
