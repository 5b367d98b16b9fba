import { z } from 'zod';
import { MAX_QUERY_LENGTH } from './limits.ts';
import { byId, commonErrors, errorBody, lineOfText, withConflict } from './route-parts.ts';
import { c, strictRouter } from './ts-rest.ts';

/** The maximum number of views that a user may save of one resource. */
export const MAX_VIEWS = 100;

const name = lineOfText(100).min(1);
/** The filters, search term and order of a list, as its endpoint accepts them; no page, cursor or ids. */
const query = z.string().max(MAX_QUERY_LENGTH);
/** The visible columns in order; null for the viewer's own choice. */
const columns = z.array(z.string().max(100)).min(1).max(200).nullable();

const savedView = z.object({
  id: z.uuid(),
  resource: z.string(),
  name,
  query,
  columns,
  /** Whether it is shared with users who may read what it names and the same records as the owner, or all. */
  shared: z.boolean(),
  /**
   * Whether the list opens with the view, which is true for one at most: the caller's choice, or else the
   * caller's own default, or else the oldest shared default of a user whose role may share defaults, while
   * the caller's role may not.
   */
  isDefault: z.boolean(),
  isOwn: z.boolean(),
  mayDelete: z.boolean(),
  /** Whether parts of the view are left out because they no longer exist or are not visible to the caller. */
  isIncomplete: z.boolean(),
});

/** A saved view of a list as one user sees it. */
export type SavedView = z.infer<typeof savedView>;

const newView = z.strictObject({
  resource: z.string().max(100),
  name,
  query,
  columns: columns.default(null),
  shared: z.boolean().default(false),
  isDefault: z.boolean().default(false),
});

/** The input for a new view. */
export type NewView = z.infer<typeof newView>;

const changes = z.strictObject({
  name: name.exactOptional(),
  query: query.exactOptional(),
  columns: columns.exactOptional(),
  shared: z.boolean().exactOptional(),
  isDefault: z.boolean().exactOptional(),
});

/** The changes to a view. */
export type ViewChanges = z.infer<typeof changes>;

const clashes = { ...withConflict, 413: errorBody } as const;

/** The endpoints of saved views, for every user who may read the resource. */
export const viewRoutes = strictRouter({
  list: {
    method: 'GET',
    path: '/api/views',
    summary: 'List your own and shared views, oldest first',
    query: z.strictObject({ resource: z.string().max(100).optional() }),
    responses: { 200: z.array(savedView), ...commonErrors },
  },
  create: {
    method: 'POST',
    path: '/api/views',
    summary: 'Save a view of a list',
    body: newView,
    responses: { 201: savedView, ...commonErrors, 409: errorBody, 413: errorBody },
  },
  update: {
    method: 'PATCH',
    path: '/api/views/:id',
    summary: 'Change one of your own views, or open the list with a shared one',
    pathParams: byId,
    body: changes,
    responses: { 200: savedView, ...clashes },
  },
  delete: {
    method: 'DELETE',
    path: '/api/views/:id',
    summary: 'Delete an own view, or a shared one of a user whom the caller may administer',
    pathParams: byId,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...clashes },
  },
});
