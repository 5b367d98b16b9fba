import { administers } from '@bindery/contract/records/administered-roles.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { readableRows } from '@bindery/contract/records/rows/row-filter.ts';
import type { SavedView } from '@bindery/contract/records/views.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { createRowUserFields, type RowUserFields, roleOf } from '#backend/access/sessions/session-store.ts';
import type { Database } from '#backend/database/connection.ts';
import { type Reading, selectRows } from '#backend/database/query.ts';
import type { UserActor } from '#backend/kernel/http/actor.ts';
import { mayRead } from '#backend/records/resources/query/rights.ts';
import { reachableIds, scopeOf } from '#backend/records/resources/query/scope.ts';
import { createListContracts, type ListContract, namedRecords, readableParts } from './view-query.ts';

/** The storage of the views. */
export interface ViewParts {
  readonly database: Database;
  readonly resources: AllResources;
}

/** The calling user, and the storage of the views. */
export interface ViewCall extends ViewParts {
  readonly contractOf: ReturnType<typeof createListContracts>;
  /** How to load the fields of an owner that row filters use. */
  readonly rowUserFields: RowUserFields | undefined;
  readonly actor: UserActor;
}

/** Creates the function that returns the call of a user. */
export function createViewCall(parts: ViewParts): (actor: UserActor) => ViewCall {
  const contractOf = createListContracts(parts.resources);
  const rowUserFields = createRowUserFields(parts.resources);
  return (actor) => ({ ...parts, contractOf, rowUserFields, actor });
}

/**
 * A view by column, with its owner, and with the caller's choice for its list: a user may choose another view
 * than the default, a shared one of another user or none.
 */
interface ViewRow {
  readonly id: string;
  readonly owner_id: string;
  readonly owner_email: string;
  readonly owner_role: string | null;
  readonly resource: string;
  readonly name: string;
  readonly query: string;
  readonly columns: readonly string[] | null;
  readonly shared: boolean;
  readonly is_default: boolean;
  readonly has_choice: boolean;
  readonly choice: string | null;
}

/** A view that the caller may see, and its row. */
export interface VisibleView {
  readonly json: SavedView;
  readonly row: ViewRow;
  readonly contract: ListContract;
}

/**
 * Returns the own views and the shared ones that the caller may see, of one resource or of all, oldest first.
 * A shared view of another user is visible to users who may read the resource, the fields and the records
 * that it names, and the same records as its owner or all of them.
 */
export async function visibleViews(
  call: ViewCall,
  { within, resource }: { within: Reading; resource?: string | undefined },
): Promise<VisibleView[]> {
  const { actor, contractOf, rowUserFields } = call;
  const query = sql<ViewRow>`
    select view.*, chosen.user_id is not null as has_choice, chosen.view_id as choice,
           u.email as owner_email, u.role as owner_role ${sql.raw(rowUserFields?.columns ?? '')}
    from saved_views as view join users as u on u.id = view.owner_id
    left join saved_view_choices as chosen
      on chosen.user_id = ${actor.id} and chosen.resource = view.resource
    where (view.owner_id = ${actor.id} or view.shared)
      ${resource === undefined ? sql`` : sql`and view.resource = ${resource}`}
    order by view.created_at, view.id`;
  const rows = await selectRows(within, query, { mode: 'list', table: 'saved_views' });
  const reached = rows.flatMap((row) => {
    const contract = contractOf(row.resource, actor.role);
    const reach = contract && reachOf(call, row);
    return contract && reach ? [{ row, contract, reach }] : [];
  });
  const named = reached.map(({ row, contract }) => namedRecords(contract, row));
  const isReadable = await readableIds(call, { within, named: named.flat() });
  const visible = reached.flatMap(({ row, contract, reach }, index) => {
    const unreadable = named[index]!.filter(({ to, ids }) => ids.some((id) => !isReadable(to, id)));
    const { isHidden, ...parts } = readableParts(contract, {
      view: row,
      unreadable: unreadable.map(({ parameter }) => parameter),
    });
    return isHidden && !reach.isOwn ? [] : [{ row, contract, reach, parts }];
  });
  const opening = openingViews(visible);
  return visible.map(({ row, contract, reach: { isOwn, mayDelete }, parts }) => {
    const { id, name, shared } = row;
    const isDefault = opening.has(id);
    return {
      json: { id, resource: row.resource, name, ...parts, shared, isDefault, isOwn, mayDelete },
      row,
      contract,
    };
  });
}

/**
 * Returns the ids of the views that lists open with, at most one of each: the one that the caller has chosen,
 * or else the caller's own default, or else the oldest default that others share.
 */
function openingViews(visible: readonly { readonly row: ViewRow; readonly reach: Reach }[]): Set<string> {
  const seen = new Set(visible.map(({ row }) => row.id));
  const candidates = visible.filter(({ row, reach }) => {
    // A choice of a view that is no longer visible has no effect.
    const isChosen = row.has_choice && (row.choice === null || seen.has(row.choice));
    return isChosen ? row.choice === row.id : row.is_default && reach.opens;
  });
  const byList = Map.groupBy(candidates, ({ row }) => row.resource).values();
  return new Set([...byList].map((some) => (some.find(({ reach }) => reach.isOwn) ?? some[0]!).row.id));
}

/** What a caller may do with a view. */
interface Reach {
  readonly isOwn: boolean;
  /** Whether the default of its owner opens the list for the caller. */
  readonly opens: boolean;
  readonly mayDelete: boolean;
}

/** Returns undefined for another user's view that the caller may not see. */
function reachOf({ resources, actor, rowUserFields }: ViewCall, row: ViewRow): Reach | undefined {
  if (row.owner_id === actor.id) return { isOwn: true, opens: true, mayDelete: true };
  const resource = resources[row.resource]!;
  const roles = rolesOf(resources);
  const role = roleOf(row.owner_role, roles);
  const owner = { id: row.owner_id, email: row.owner_email, role, ...rowUserFields?.fromRow(row) };
  const [theirs, own] = [readableRows(resource, owner), readableRows(resource, actor)];
  const isLimitedAlike = theirs === own;
  if (theirs !== undefined && own !== undefined && !isLimitedAlike) return undefined;
  const outranks =
    roles.sharingDefaultViews.includes(role) && !roles.sharingDefaultViews.includes(actor.role);
  return {
    isOwn: false,
    // An owner with limits decides nothing for users without limits.
    opens: outranks && (theirs === undefined || isLimitedAlike),
    mayDelete: administers(actor.role, role, resources),
  };
}

type NamedRecords = ReturnType<typeof namedRecords>;

/** Returns a function that determines whether the caller may read a record that a view names. */
async function readableIds(
  { resources, actor }: ViewCall,
  { within, named }: { within: Reading; named: NamedRecords },
): Promise<(to: string, id: string) => boolean> {
  const readable = new Map<string, ReadonlySet<string> | 'all'>();
  for (const [to, records] of Map.groupBy(named, (one) => one.to)) {
    const resource = resources[to];
    if (!resource || !mayRead(actor, resource)) continue;
    if (!scopeOf(resource, { actor, rows: 'all' })) {
      readable.set(to, 'all');
      continue;
    }
    const ids = records.flatMap((one) => one.ids);
    readable.set(to, await reachableIds(within, { resource, actor, rows: 'all', ids }));
  }
  return (to, id) => {
    const known = readable.get(to);
    return known === 'all' || known?.has(id.toLowerCase()) === true;
  };
}
