import { z } from 'zod';
import { batchJob } from '#contract/records/batch-jobs.ts';
import { MAX_BATCH_SIZE } from '#contract/records/limits.ts';
import { batchResult } from '#contract/records/resources/bulk.ts';
import { historyChange } from '#contract/records/resources/history.ts';
import { MAX_PAGE_SIZE } from '#contract/records/resources/list-query.ts';
import {
  commonErrors,
  declareHeaders,
  idempotencyKey,
  queryNumber,
  repeatErrors,
  retryHeaders,
  withConflict,
  withNotFound,
} from '#contract/records/route-parts.ts';
import { c, strictRouter } from '#contract/records/ts-rest.ts';

/** The number of changes on a page without `_end`. */
const PAGE = 50;

/** A text that the server streams. */
const text: z.ZodType<unknown> = z.string();

const id = z.uuid().toLowerCase();
const byBatch = z.object({ batch: id });
const timestamp = z.iso.datetime({ offset: true });

/** The filters of the history; a change must match all of them. */
const filters = {
  /** The name of a resource. */
  resource: z.string().max(100).optional(),
  /** The user who made the change, or the admin who made it while impersonating a user. */
  user: id.optional(),
  /** The id of the API key that the change was made with. */
  apiKey: id.optional(),
  action: historyChange.shape.action.optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
  record: id.optional(),
  /** Words of the record's label; for a deleted record, words of its last label. */
  label: z.string().trim().min(1).max(255).optional(),
  batch: id.optional(),
};

const exportQuery = z.strictObject(filters);
const listQuery = z.strictObject({
  ...filters,
  _end: queryNumber.pipe(z.number().min(1).max(MAX_PAGE_SIZE)).default(PAGE),
  _after: z.string().max(6000).optional(),
  /** `once`: the newest change of each batch represents the whole batch, unless `batch` selects one. */
  _batches: z.literal('once').optional(),
});

/** The filters of the history, as the server receives them. */
export type HistoryFilters = z.output<typeof exportQuery>;

const changedRecord = z.object({ resource: z.string(), recordId: z.uuid(), label: z.string().nullable() });

export const auditChange = z.object({
  ...historyChange.shape,
  ...changedRecord.shape,
  /** The number of changes in the batch that the caller may read. Set with `batch` or `_batches=once`. */
  batchSize: z.int().optional(),
  /** Whether all these changes are the same action on records of one resource. Set with `batchSize`. */
  uniformBatch: z.boolean().optional(),
  /** The numbers of changes by resource and action, largest first. Set with `batchSize`. */
  batchParts: z
    .array(z.object({ resource: z.string(), action: historyChange.shape.action, count: z.int() }))
    .optional(),
  /** Some records of the batch, at most three; the first is that of this change. Set with `batchSize`. */
  batchRecords: z.array(changedRecord).optional(),
  /** The fields of this change that the whole batch has set to the same values. Set with `batchSize`. */
  sharedFields: z.array(z.string()).optional(),
  /** Whether the whole batch has been undone. Set with `batchSize`. */
  batchUndone: z.boolean().optional(),
});

/** A change in the history of all resources; `label` is the record's label, for a deleted record its last. */
export type AuditChange = z.infer<typeof auditChange>;

/** A record with a change in the history. */
export type ChangedRecord = z.infer<typeof changedRecord>;

/** The endpoints of the history of all resources. Reading it requires access to the manager. */
export const historyRoutes = strictRouter({
  list: {
    method: 'GET',
    path: '/api/history',
    summary: 'List who changed which records, and when',
    query: listQuery,
    responses: { 200: z.array(auditChange), ...commonErrors },
    metadata: declareHeaders({ 200: { 'X-Next-Cursor': 'sometimes' } }),
  },
  export: {
    method: 'GET',
    path: '/api/history/export',
    summary: 'Export the history as CSV, one line per changed field',
    query: exportQuery,
    responses: { 200: c.otherResponse({ contentType: 'text/csv', body: text }), ...commonErrors },
  },
  undoBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/undo',
    summary: `Undo a batch of changes: all or none of them; more than ${MAX_BATCH_SIZE} with a job`,
    pathParams: byBatch,
    headers: idempotencyKey,
    body: c.noBody(),
    responses: { 200: batchResult, 202: batchJob, ...withNotFound, ...repeatErrors },
    metadata: declareHeaders(retryHeaders),
  },
  batchJobs: {
    method: 'GET',
    path: '/api/history/batches',
    summary:
      'The jobs of the caller that write many records: those that are running or have ended within a day',
    responses: { 200: z.array(batchJob), ...commonErrors },
  },
  batchJob: {
    method: 'GET',
    path: '/api/history/batches/:batch',
    summary: 'How far a job that writes many records has come',
    pathParams: byBatch,
    responses: { 200: batchJob, ...withNotFound },
  },
  cancelBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/cancel',
    summary: 'Cancel a job after its current portion; what it has done stays, and can be undone',
    pathParams: byBatch,
    body: z.unknown(),
    responses: { 202: batchJob, ...withNotFound },
  },
  resumeBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/resume',
    summary: 'Go on with a job that was cancelled or has failed',
    pathParams: byBatch,
    body: z.unknown(),
    responses: { 202: batchJob, ...withConflict },
  },
  dismissBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/dismiss',
    summary: 'Put away the result of a job',
    pathParams: byBatch,
    body: z.unknown(),
    responses: { 204: c.noBody(), ...withNotFound },
  },
});
