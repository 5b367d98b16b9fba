import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { batchJob } from '#contract/records/batch-jobs.ts';
import { errorBody } from '#contract/records/error-body.ts';
import { idempotencyKey, repeatErrors, retryHeaders } from '#contract/records/idempotency-key.ts';
import { queryNumber } from '#contract/records/query-number.ts';
import { batchResult, MOST_AT_ONCE } from '#contract/records/resources/bulk.ts';
import { historyEntry } from '#contract/records/resources/history.ts';
import { declareHeaders } from '#contract/records/response-headers.ts';
import { commonErrors, withNotFound } from '#contract/records/shared-responses.ts';

const c = initContract();

/** The most entries of a page, and the number without `_end`. */
const LARGEST_PAGE = 100;
const PAGE = 50;

/** A text that the server sends as a stream. */
const text: z.ZodType<unknown> = z.string();

const id = z.uuid().toLowerCase();
const byBatch = z.object({ batch: id });
const moment = z.iso.datetime({ offset: true });

/** The filters of the history: an entry must match all that are given. */
const filters = {
  /** The name of a resource. */
  resource: z.string().max(100).optional(),
  /** The user who made the change, also as an admin who acted as somebody else. */
  user: id.optional(),
  /** The id of the API key that the change was made by. */
  apiKey: id.optional(),
  action: historyEntry.shape.action.optional(),
  from: moment.optional(),
  to: moment.optional(),
  record: id.optional(),
  /** Words that the label of the record contains, of a deleted one the texts of its last label. */
  label: z.string().trim().min(1).max(255).optional(),
  batch: id.optional(),
};

const exportQuery = z.strictObject(filters);
const listQuery = z.strictObject({
  ...filters,
  _end: queryNumber.pipe(z.number().min(1).max(LARGEST_PAGE)).default(PAGE),
  _after: z.string().max(6000).optional(),
  /** `once`: the newest entry of each batch stands for all of it, unless `batch` asks for one. */
  _batches: z.literal('once').optional(),
});

/** The filters of the history, as the server receives them. */
export type HistoryFilters = z.output<typeof exportQuery>;

const auditEntry = z.object({
  ...historyEntry.shape,
  resource: z.string(),
  recordId: z.uuid(),
  label: z.string().nullable(),
  /** How many entries its batch has, as far as the caller may read them; only where one batch, or each as one, is asked for. */
  batchSize: z.int().optional(),
});

/** An entry of the history of all resources; `label` is that of the record, for a deleted one the last. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** The endpoints of the history of all resources. Reading it requires access to the manager. */
export const historyRoutes = c.router({
  list: {
    method: 'GET',
    path: '/api/history',
    summary: 'Who changed which records, and when',
    query: listQuery,
    responses: { 200: z.array(auditEntry), ...commonErrors },
    metadata: declareHeaders({ 200: { 'X-Next-Cursor': 'sometimes' } }),
    strictStatusCodes: true,
  },
  export: {
    method: 'GET',
    path: '/api/history/export',
    summary: 'The history as CSV, one line for each changed field',
    query: exportQuery,
    responses: { 200: c.otherResponse({ contentType: 'text/csv', body: text }), ...commonErrors },
    strictStatusCodes: true,
  },
  undoBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/undo',
    summary: `Take back changes that were made together: all or none of them; more than ${MOST_AT_ONCE} by a job`,
    pathParams: byBatch,
    headers: idempotencyKey,
    body: c.noBody(),
    responses: { 200: batchResult, 202: batchJob, ...withNotFound, ...repeatErrors },
    metadata: declareHeaders(retryHeaders),
    strictStatusCodes: true,
  },
  batchJobs: {
    method: 'GET',
    path: '/api/history/batches',
    summary:
      'The jobs of the caller that write many records: those that are running or have ended within a day',
    responses: { 200: z.array(batchJob), ...commonErrors },
    strictStatusCodes: true,
  },
  batchJob: {
    method: 'GET',
    path: '/api/history/batches/:batch',
    summary: 'How far a job that writes many records has come',
    pathParams: byBatch,
    responses: { 200: batchJob, ...withNotFound },
    strictStatusCodes: true,
  },
  cancelBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/cancel',
    summary: 'End a job after its present portion; what it has done stays, and can be taken back',
    pathParams: byBatch,
    body: z.unknown(),
    responses: { 202: batchJob, ...withNotFound },
    strictStatusCodes: true,
  },
  resumeBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/resume',
    summary: 'Go on with a job that was cancelled or has failed',
    pathParams: byBatch,
    body: z.unknown(),
    responses: { 202: batchJob, ...withNotFound, 409: errorBody },
    strictStatusCodes: true,
  },
  dismissBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/dismiss',
    summary: 'Put away the result of a job',
    pathParams: byBatch,
    body: z.unknown(),
    responses: { 204: c.noBody(), ...withNotFound },
    strictStatusCodes: true,
  },
});
