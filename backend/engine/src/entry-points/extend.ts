/**
 * What the files in `backend/extensions` are written with: hooks, endpoints and their errors, jobs, sample
 * records, texts of emails, and the types of their parameters.
 * @example
 * import { ApiError, defineHooks } from '@bindery/backend/extend';
 *
 * export default defineHooks('genres', {
 *   async beforeDelete({ name }) {
 *     if (name === 'Poetry') throw new ApiError('CONFLICT', { message: 'Poetry stays.' });
 *   },
 * });
 */
export type { Database, Row, Transaction } from '../database/connection.ts';
export { newId } from '../database/id.ts';
export {
  defineEndpoints,
  type EndpointContext,
  type Handler,
  type Handlers,
} from '../extend/endpoints.ts';
export { defineHooks, type HooksOf } from '../extend/hooks.ts';
export { defineJob } from '../extend/jobs.ts';
export { insertSamples, type Samples, sampleTimestamps } from '../extend/samples/insert-samples.ts';
export { defineSeed, type SampleRecords, type SeedContext } from '../extend/seed.ts';
export { defineTexts } from '../extend/texts.ts';
export { ApiError } from '../kernel/http/api-error.ts';
export { formatTimestamp, textsIn } from '../kernel/mail/texts.ts';
export type {
  ApplicationRecordTools,
  ApplicationTools,
  AppTools,
  CommonTools,
  FieldsOf,
  JobOptions,
  JobTools,
  RecordPage,
  Records,
  RecordTools,
  SelectionAction,
  TransactionTools,
  WholeRecords,
} from '../records/resources/app-tools.ts';
export type {
  AfterCommitContext,
  CommittedWrite,
  RecordValues,
  WriteContext,
} from '../records/resources/hooks.ts';
