import { preloadedResponses } from '#frontend/shell/browser/preloaded-responses.ts';
import { discardInitialResponses, initialResponses } from '#frontend/shell/http/initial-data.ts';

/** The response to an API call: its parsed body, and its headers. */
export interface PreloadedResponse<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

const parsedResponses = new WeakMap<Promise<Response>, PreloadedResponse<unknown>>();

/** Parses the preloaded responses to API calls as they arrive. */
export function parsePreloads(): void {
  for (const response of preloadedResponses.values()) parse(response).catch(() => {});
}

async function parse(arriving: Promise<Response>) {
  const response = await arriving;
  if (response.ok)
    parsedResponses.set(arriving, { body: await response.clone().json(), headers: response.headers });
}

/** Adds the responses that a document of the manager embeds, as if they had been preloaded. */
function takeEmbedded(): void {
  // A document of the app may contain the same records for its own pages. Tests of columns run without a
  // document.
  if (typeof location === 'undefined' || !location.pathname.startsWith('/manager/')) return;
  for (const [address, { body, headers }] of initialResponses()) {
    if (body === null) continue;
    const response = Promise.resolve(Response.json(body, { headers }));
    preloadedResponses.set(address, response);
    parsedResponses.set(response, { body, headers });
  }
  discardInitialResponses();
}

// While the page itself still loads.
takeEmbedded();
parsePreloads();

/** Returns the preloaded response to an API call if it has arrived, and nothing has taken it. */
export function takePreloaded<Body>(address: string): PreloadedResponse<Body> | undefined {
  const arriving = preloadedResponses.get(address);
  const response = arriving && parsedResponses.get(arriving);
  if (response) preloadedResponses.delete(address);
  return response as PreloadedResponse<Body> | undefined;
}

/**
 * How long the response that came with the document counts as fresh, so that no query repeats its call at
 * once.
 */
const FRESH_MS = 10_000;

/**
 * Returns the options of a query that starts with the response that came with the document, if there is one.
 * @param address the URL of the call
 * @param toData converts the response to the query's data
 */
export const startingWith = <Body, Data>(
  address: string | undefined,
  toData: (response: PreloadedResponse<Body>) => Data,
) => ({
  // Runs once, when the query is created.
  initialData: (): Data | undefined => {
    const response = address === undefined ? undefined : takePreloaded<Body>(address);
    return response && toData(response);
  },
});

/**
 * The stale time of a query that is otherwise refetched whenever it is used: until then only its first
 * response is fresh.
 */
export const freshAtFirst = ({ state }: { readonly state: { readonly dataUpdateCount: number } }): number =>
  state.dataUpdateCount === 0 ? FRESH_MS : 0;
