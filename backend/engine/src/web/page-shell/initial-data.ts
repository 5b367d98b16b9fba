import { listQueryOf } from '@bindery/contract/records/resources/list-query.ts';
import { z } from 'zod';
import type { FindOwnAnswer } from '#backend/extend/own-answers.ts';
import { type Actor, actorOfSession } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { logger } from '#backend/logging/logger.ts';
import { list } from '#backend/records/resources/operations/list.ts';
import { read } from '#backend/records/resources/operations/read.ts';
import { mayRead } from '#backend/records/resources/query/rights.ts';
import type { ResourceService, ResourceServices } from '#backend/records/resources/resource-service.ts';
import { within } from './within.ts';

/** A response of the API that is embedded in the page. */
export interface InitialAnswer {
  readonly url: string;
  /** Null if the record does not exist. */
  readonly data: unknown;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the API's response to a call for this visitor; undefined for an error, and for one that takes long. */
export type LoadInitialData = (
  call: string,
  session: RequestSession | null,
) => Promise<InitialAnswer | undefined>;

/**
 * A document does not wait longer for its data, such as that of a locked table: the page can say what it
 * waits for.
 */
const LONGEST_MS = 1_000;

/**
 * Loads the initial data of pages with the services and access rights of the resource endpoints, or through
 * the extension endpoint of the call.
 */
export function createLoadInitialData(
  services: ResourceServices,
  findOwnAnswer: FindOwnAnswer = () => undefined,
  longestMs = LONGEST_MS,
): LoadInitialData {
  const schemas = new Map([...services].map(([name, { resource }]) => [name, listQueryOf(resource)]));
  const load: LoadInitialData = async (call, session) => {
    const url = new URL(call, 'http://localhost');
    const { pathname, searchParams } = url;
    const own = findOwnAnswer(url);
    if (own) {
      const answer = await own(session);
      return answer && { url: call, ...answer, headers: {} };
    }
    const [, , name = '', id] = pathname.split('/');
    const service = services.get(name);
    const actor = actorOfSession(session);
    if (!service || !mayRead(actor, service.resource)) return undefined;
    if (id !== undefined) return { url: call, data: await recordOf(service, { id, actor }), headers: {} };
    const query = schemas.get(name)!.parse(Object.fromEntries(searchParams));
    const { items, headers } = await list(service, { query, actor });
    return { url: call, data: items, headers: Object.fromEntries(new Headers(headers)) };
  };
  return async (call, session) => {
    try {
      return await within(longestMs, load(call, session));
    } catch (error) {
      // The page then makes the call itself, and shows the error or that it waits.
      if (!(error instanceof ApiError || error instanceof z.ZodError))
        logger.warn({ err: error, path: call.split('?')[0] }, 'a document contains no response to a call');
      return undefined;
    }
  };
}

async function recordOf(service: ResourceService, { id, actor }: { id: string; actor: Actor }) {
  if (!z.uuid().safeParse(id).success) return null;
  try {
    return await read(service, { id: id.toLowerCase(), actor });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
