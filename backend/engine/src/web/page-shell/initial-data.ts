import { listQueryOf } from '@bindery/contract/records/resources/list-query.ts';
import { z } from 'zod';
import type { FindExtensionResponse } from '#backend/extend/extension-responses.ts';
import { type Actor, actorOfSession, isUser } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { queryOf } from '#backend/kernel/http/parse.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { etagOf } from '#backend/records/resources/etag.ts';
import { readHistory } from '#backend/records/resources/operations/history.ts';
import { list } from '#backend/records/resources/operations/list.ts';
import { countRelated, read } from '#backend/records/resources/operations/read.ts';
import { mayRead } from '#backend/records/resources/query/rights.ts';
import type { ResourceService, ResourceServices } from '#backend/records/resources/resource-service.ts';
import { ifReady } from './if-ready.ts';

/** A response of the API that is embedded in the page. */
export interface InitialResponse {
  readonly url: string;
  /** Null if the record does not exist. */
  readonly data: unknown;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the API's response to a call for this visitor; undefined for an error, or if it takes long. */
export type LoadInitialData = (
  call: string,
  session: RequestSession | null,
) => Promise<InitialResponse | undefined>;

/** A document with a longer history (long texts) would take longer than the page's code. In characters. */
const MAX_HISTORY_LENGTH = 100_000;

/**
 * Loads the initial data of pages with the services and access rights of the resource endpoints, or through
 * the extension endpoint of the call.
 */
export function createLoadInitialData(
  services: ResourceServices,
  findExtensionResponse: FindExtensionResponse = () => undefined,
  maxWaitMs?: number,
): LoadInitialData {
  const schemas = new Map([...services].map(([name, { resource }]) => [name, listQueryOf(resource)]));
  const load: LoadInitialData = async (call, session) => {
    const url = new URL(call, 'http://localhost');
    const own = findExtensionResponse(url);
    if (own) {
      const response = await own(session);
      return response && { url: call, ...response, headers: {} };
    }
    const [, , name = '', id, part] = url.pathname.split('/');
    const service = services.get(name);
    const actor = actorOfSession(session);
    if (!service || !mayRead(actor, service.resource)) return undefined;
    if (id !== undefined) {
      const response = await responseOfRecord(service, { id, part, actor });
      return response && { url: call, headers: {}, ...response };
    }
    const query = schemas.get(name)!.parse(queryOf(url));
    const { items, headers } = await list(service, { query, actor });
    return { url: call, data: items, headers: Object.fromEntries(new Headers(headers)) };
  };
  return (call, session) => ifReady(call.split('?')[0]!, () => load(call, session), maxWaitMs);
}

type RecordResponse = Pick<InitialResponse, 'data'> & Partial<Pick<InitialResponse, 'headers'>>;

/** What the endpoints below a record respond with. */
const partsOfRecords: Readonly<
  Record<string, (service: ResourceService, of: { id: string; actor: Actor }) => Promise<unknown>>
> = {
  history: async (service, of) => {
    // Not for visitors without a session, even if they may read the record.
    if (!isUser(of.actor)) return undefined;
    const changes = await readHistory(service, of);
    return JSON.stringify(changes).length > MAX_HISTORY_LENGTH ? undefined : changes;
  },
  related: countRelated,
};

/** Returns the response of an endpoint of one record: its data are null if the record does not exist. */
async function responseOfRecord(
  service: ResourceService,
  { id, part, actor }: { id: string; part: string | undefined; actor: Actor },
): Promise<RecordResponse | undefined> {
  const isId = z.uuid().safeParse(id).success;
  const of = { id: id.toLowerCase(), actor };
  if (part !== undefined) {
    const data = isId ? await partsOfRecords[part]?.(service, of) : undefined;
    return data === undefined ? undefined : { data };
  }
  const item = isId ? await read(service, of).catch(nullIfNotFound) : null;
  // A change sends the ETag, so that it does not overwrite what has changed since.
  return item ? { data: item, headers: { etag: etagOf(item, service.resource) } } : { data: null };
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
  throw error;
}
