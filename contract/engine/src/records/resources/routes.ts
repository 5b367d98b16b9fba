import { z } from 'zod';
import { batchJob } from '#contract/records/batch-jobs.ts';
import { uploadedImport } from '#contract/records/imports.ts';
import { MAX_BATCH_SIZE } from '#contract/records/limits.ts';
import {
  byId,
  commonErrors,
  declareHeaders,
  errorBody,
  idempotencyKey,
  listPageHeaders,
  repeatErrors,
  retryHeaders,
  withConflict,
  withNotFound,
} from '#contract/records/route-parts.ts';
import { c, type StrictRouter, strictRouter } from '#contract/records/ts-rest.ts';
import type { Fields } from '#contract/schema/entry.ts';
import type { Resource, Resources } from '#contract/schema/index.ts';
import { withArticle } from '#contract/schema/names.ts';
import { batchResult, bulkBodyOf, selection } from './bulk.ts';
import { exportBodyOf, exportQueryOf } from './export-query.ts';
import { historyChange } from './history.ts';
import { archivedParameter, listQueryOf } from './list-query.ts';
import { schemasOf } from './schemas.ts';

const affectedRecords = z.object({ resource: z.string().nullable(), total: z.int() });

/** The schema of a Deletion. */
export const deletion = z.object({
  /** The records that are deleted too, by cascades of any depth. */
  deleted: z.array(affectedRecords),
  /** The records that remain and whose reference becomes null. */
  changed: z.array(affectedRecords),
  /** The records that refer to this one or one deleted with it; while any exist, nothing is deleted. */
  blocking: z.array(affectedRecords),
});

/** Records affected by a deletion: their resource, null if the caller may not read it, and their count. */
export type AffectedRecords = z.infer<typeof affectedRecords>;

/** The effects of deleting a record, and what prevents it. */
export type Deletion = z.infer<typeof deletion>;

const relatedCount = z.object({
  resource: z.string(),
  field: z.string(),
  total: z.int(),
  /** False if counting stopped early: `total` is then a lower bound. */
  exact: z.boolean(),
});

/** The schema of the response: one count for each reference to the record. */
export const relatedCounts = z.array(relatedCount);

/** The number of records of a resource whose reference, `field`, refers to a record. */
export type RelatedCount = z.infer<typeof relatedCount>;

const CSV_TYPE = 'text/csv';
/** The ETag of the record as read; a write with an outdated one is rejected with 412. */
const ifMatch = z.object({ 'if-match': z.string().optional() });
/** Whether the record is in the archive. */
const inArchive = z.object({ archived: archivedParameter });

const batchErrors = { ...withConflict, 413: errorBody } as const;
const clashes = { ...batchErrors, 412: errorBody } as const;

/** Creates a resource's routes. A literal, as `c.router()` would not resolve types of a generic resource. */
const routesOf = <F extends Fields, N extends string>(resource: Resource<F, N>) => {
  const { item, create, update, replace } = schemasOf(resource);
  const { title, singularTitle } = resource;
  const one = withArticle(singularTitle.toLowerCase());
  const path = `/api/${resource.name}` as const;
  return {
    list: {
      method: 'GET',
      path,
      summary: `List ${title.toLowerCase()}`,
      query: listQueryOf(resource),
      responses: { 200: z.array(item), ...commonErrors },
      metadata: declareHeaders({ 200: listPageHeaders }),
    },
    // Before `read`, whose path would match `/export` too.
    export: {
      method: 'GET',
      path: `${path}/export`,
      summary: `Export ${title.toLowerCase()} as CSV`,
      query: exportQueryOf(resource),
      responses: { 200: c.otherResponse({ contentType: CSV_TYPE, body: z.string() }), ...commonErrors },
      metadata: declareHeaders({ 200: { 'Content-Disposition': 'always', 'X-Total-Count': 'always' } }),
    },
    exportSelected: {
      method: 'POST',
      path: `${path}/export`,
      summary: `Export selected ${title.toLowerCase()} as CSV`,
      body: exportBodyOf(resource),
      responses: {
        200: c.otherResponse({ contentType: CSV_TYPE, body: z.string() }),
        ...commonErrors,
        409: errorBody,
        413: errorBody,
      },
      metadata: declareHeaders({ 200: { 'Content-Disposition': 'always', 'X-Total-Count': 'always' } }),
    },
    read: {
      method: 'GET',
      path: `${path}/:id`,
      summary: `Read one ${singularTitle.toLowerCase()}`,
      pathParams: byId,
      query: inArchive,
      responses: { 200: item, 304: c.noBody(), ...withNotFound },
      metadata: declareHeaders({ 200: { ETag: 'always' }, 304: { ETag: 'always' } }),
    },
    create: {
      method: 'POST',
      path,
      summary: `Create ${one}`,
      headers: idempotencyKey,
      body: create,
      responses: { 201: item, ...clashes, 422: errorBody },
      metadata: declareHeaders({ 201: { ETag: 'always', Location: 'always' }, ...retryHeaders }),
    },
    import: {
      method: 'POST',
      path: `${path}/import`,
      summary: `Upload a CSV file of ${title.toLowerCase()} to import`,
      query: z.object({ name: z.string().max(255).optional() }),
      headers: idempotencyKey,
      // The file itself, not JSON: the server streams it from the request.
      body: z.unknown(),
      responses: { 201: uploadedImport, ...commonErrors, 413: errorBody, ...repeatErrors },
      metadata: { bodyType: CSV_TYPE, ...declareHeaders(retryHeaders) },
    },
    update: {
      method: 'PATCH',
      path: `${path}/:id`,
      summary: `Change some fields of ${one}`,
      pathParams: byId,
      headers: ifMatch,
      body: update,
      responses: { 200: item, ...clashes },
      metadata: declareHeaders({ 200: { ETag: 'always' } }),
    },
    replace: {
      method: 'PUT',
      path: `${path}/:id`,
      summary: `Change every field of ${one}`,
      pathParams: byId,
      headers: ifMatch,
      body: replace,
      responses: { 200: item, ...clashes },
      metadata: declareHeaders({ 200: { ETag: 'always' } }),
    },
    delete: {
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete ${one}`,
      pathParams: byId,
      headers: ifMatch,
      query: inArchive,
      body: c.noBody(),
      responses: { 204: c.noBody(), ...clashes },
    },
    restore: {
      method: 'POST',
      path: `${path}/:id/restore`,
      summary: `Restore ${one} from the archive`,
      pathParams: byId,
      headers: ifMatch,
      body: c.noBody(),
      responses: { 200: item, ...clashes },
      metadata: declareHeaders({ 200: { ETag: 'always' } }),
    },
    deletion: {
      method: 'GET',
      path: `${path}/:id/deletion`,
      summary: `What the deletion of ${one} would also delete, and what prevents it`,
      pathParams: byId,
      query: inArchive,
      responses: { 200: deletion, ...withNotFound },
    },
    related: {
      method: 'GET',
      path: `${path}/:id/related`,
      summary: `Count the records of each resource that refer to ${one}`,
      pathParams: byId,
      query: inArchive,
      responses: { 200: relatedCounts, ...withNotFound },
    },
    history: {
      method: 'GET',
      path: `${path}/:id/history`,
      summary: `List who changed ${one}, and when`,
      pathParams: byId,
      responses: { 200: z.array(historyChange), ...withNotFound },
    },
    bulk: {
      method: 'POST',
      path: `${path}/bulk`,
      summary: `Change or delete several ${title.toLowerCase()}: all or none of them; more than ${MAX_BATCH_SIZE} by a job`,
      headers: idempotencyKey,
      body: bulkBodyOf(update),
      responses: { 200: batchResult, 202: batchJob, ...batchErrors, ...repeatErrors },
      metadata: declareHeaders(retryHeaders),
    },
    bulkDeletion: {
      method: 'POST',
      path: `${path}/bulk/deletion`,
      summary: `What the deletion of several ${title.toLowerCase()} would also delete, and what prevents it`,
      body: z.strictObject({ select: selection }),
      responses: { 200: deletion, ...commonErrors },
    },
    undo: {
      method: 'POST',
      path: `${path}/:id/history/:change/undo`,
      summary: `Undo a change or the deletion of ${one}`,
      pathParams: byId.extend({ change: z.uuid().toLowerCase() }),
      headers: idempotencyKey,
      body: c.noBody(),
      responses: { 200: batchResult, ...batchErrors, ...repeatErrors },
      metadata: declareHeaders(retryHeaders),
    },
  } as const;
};

/** The routes of one resource. */
export type ResourceRoutes<F extends Fields, N extends string> = StrictRouter<
  ReturnType<typeof routesOf<F, N>>
>;

/** The routes of every resource by name. */
export type RoutesOf<R> = {
  -readonly [N in keyof R & string]: R[N] extends Resource<infer F, string> ? ResourceRoutes<F, N> : never;
};

/** Creates the routes of all resources. Throws a ResourceConfigError if the default of a field is invalid. */
export const routesOfAll = <C>(resources: Resources<C>): RoutesOf<Resources<C>> => {
  const routes: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.values(resources as Resources).map((resource) => {
      const { restore, ...others } = routesOf(resource);
      return [resource.name, strictRouter(resource.archive ? { ...others, restore } : others)];
    }),
  );
  return routes as RoutesOf<Resources<C>>;
};
