import { z } from 'zod';
import { idempotencyKey, repeatErrors, retryHeaders } from '#contract/records/idempotency-key.ts';
import { queryNumber } from '#contract/records/query-number.ts';
import { batchResult } from '#contract/records/resources/bulk.ts';
import { historyEntry } from '#contract/records/resources/history.ts';
import { declareHeaders } from '#contract/records/response-headers.ts';
import { commonErrors, withNotFound } from '#contract/records/shared-responses.ts';
import { c } from '#contract/records/ts-rest.ts';

/** The most entries of a page, and the number without `_end`. */
const LARGEST_PAGE = 100;
const PAGE = 50;

/** A text that the server sends as a stream. */
const text: z.ZodType<unknown> = z.string();

const id = z.uuid().toLowerCase();
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
    summary: 'Take back changes that were made together: all or none of them',
    pathParams: z.object({ batch: id }),
    headers: idempotencyKey,
    body: c.noBody(),
    responses: { 200: batchResult, ...withNotFound, ...repeatErrors },
    metadata: declareHeaders(retryHeaders),
    strictStatusCodes: true,
  },
});
