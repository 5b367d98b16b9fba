import { z } from 'zod';
import {
  byId,
  declareHeaders,
  fieldErrorBody,
  idempotencyKey,
  repeatErrors,
  retryHeaders,
  withConflict,
} from './route-parts.ts';
import { c, strictRouter } from './ts-rest.ts';

/** The maximum length of a line in an imported file, in characters. */
export const MAX_IMPORT_LINE_LENGTH = 1_000_000;
/** The maximum number of columns in an imported file. */
export const MAX_IMPORT_COLUMNS = 500;

const importColumn = z.object({ heading: z.string(), samples: z.array(z.string()) });

const importState = z.object({
  id: z.uuid(),
  resource: z.string(),
  name: z.string(),
  size: z.int(),
  delimiter: z.string(),
  columns: z.array(importColumn),
  /** `checked`: the dry run's result is available. `failed`: an error that is not about a single record. */
  state: z.enum(['uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled']),
  /** The target of each column: a field, `id`, or with `.id` a reference's id; null ignores the column. */
  mapping: z.array(z.string().nullable()).nullable(),
  /** How to find existing records: `id`, a unique rule's fields (`title,author`) or name; null if all new. */
  matchBy: z.string().nullable(),
  mode: z.enum(['all', 'valid']).nullable(),
  /** The number of records that the running job has processed, and the total. */
  done: z.int(),
  total: z.int(),
  invalid: z.int(),
  created: z.int(),
  updated: z.int(),
  error: fieldErrorBody.nullable(),
});

const invalidRow = z.object({
  /** The number of the record in the file, from 1. */
  number: z.int(),
  cells: z.array(z.string().nullable()),
  errors: z.record(z.string(), z.array(fieldErrorBody)),
});

const path = '/api/imports/:id';

/** The state of an import. */
export type ImportState = z.infer<typeof importState>;
/** A column of an imported file, with some of its values. */
export type ImportColumn = z.infer<typeof importColumn>;
/** A record of an imported file that violates a rule. */
export type InvalidRow = z.infer<typeof invalidRow>;

/** The response of an upload. */
export const uploadedImport: z.ZodType<ImportState> = importState;

/** The endpoints of an uploaded file, for its uploader only: `POST /api/<resource>/import` returns its id. */
export const importRoutes = strictRouter({
  read: {
    method: 'GET',
    path,
    summary: 'Read the state of an import',
    pathParams: byId,
    responses: { 200: importState, ...withConflict },
  },
  check: {
    method: 'POST',
    path: `${path}/check`,
    summary: 'Check every record of an import without changing anything',
    pathParams: byId,
    headers: idempotencyKey,
    body: z.strictObject({
      mapping: z.array(z.string().max(100).nullable()).max(MAX_IMPORT_COLUMNS),
      matchBy: z.string().max(100).nullable(),
    }),
    responses: { 202: importState, ...withConflict, ...repeatErrors },
    metadata: declareHeaders(retryHeaders),
  },
  run: {
    method: 'POST',
    path: `${path}/run`,
    summary: 'Import the records of a checked file: all or nothing, or only the valid ones',
    pathParams: byId,
    headers: idempotencyKey,
    body: z.strictObject({ mode: z.enum(['all', 'valid']) }),
    responses: { 202: importState, ...withConflict, ...repeatErrors },
    metadata: declareHeaders(retryHeaders),
  },
  cancel: {
    method: 'POST',
    path: `${path}/cancel`,
    summary: 'Cancel the running job of an import',
    pathParams: byId,
    body: z.unknown(),
    responses: { 202: importState, ...withConflict },
  },
  invalidRows: {
    method: 'GET',
    path: `${path}/invalid-rows`,
    summary: 'List the first invalid records of an import',
    pathParams: byId,
    responses: { 200: z.array(invalidRow), ...withConflict },
  },
  invalidRowsFile: {
    method: 'GET',
    path: `${path}/invalid-rows.csv`,
    summary: 'Download all invalid records of an import with their errors',
    pathParams: byId,
    responses: { 200: c.otherResponse({ contentType: 'text/csv', body: z.unknown() }), ...withConflict },
  },
});
