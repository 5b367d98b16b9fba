/**
 * Calls of the API from pages, their errors, and the types of records.
 *
 * @example
 * import { api, describeError, type RecordIn } from '@bindery/frontend/http';
 *
 * export async function firstGenre(): Promise<RecordIn<'genres'> | string | undefined> {
 *   try {
 *     return (await api.genres.list({ query: { _sort: 'name' } })).body[0];
 *   } catch (error) {
 *     return describeError(error);
 *   }
 * }
 */
export { type Api, api, type BodyOf, read } from '../shell/http/api.ts';
export { describeError, describeReason, loadErrorTexts } from '../shell/http/describe-error.ts';
export { HttpError } from '../shell/http/http-error.ts';
export {
  discardInitialResponses,
  type EmbeddedResponse,
  initialResponse,
} from '../shell/http/initial-data.ts';
export type { FieldNameIn, RecordIn } from '../shell/http/typed-records.ts';
