import { preloadedResponses } from '#frontend/shell/browser/preloaded-responses.ts';
import { initialAnswer } from '#frontend/shell/http/initial-data.ts';

/** The response to an API call: its parsed body, and its headers. */
export interface PreloadedAnswer<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

const answers = new WeakMap<Promise<Response>, PreloadedAnswer<unknown>>();

/** Parses the preloaded responses to API calls as they arrive. */
export function parsePreloads(): void {
  for (const response of preloadedResponses.values()) parse(response).catch(() => {});
}

async function parse(arriving: Promise<Response>) {
  const response = await arriving;
  if (response.ok) answers.set(arriving, { body: await response.clone().json(), headers: response.headers });
}

// While the page itself still loads.
parsePreloads();

/** The calls whose embedded responses have been taken. */
const taken = new Set<string>();

/** Returns the embedded or preloaded response to an API call if it has arrived, and nothing has taken it. */
export function takeAnswer<Body>(address: string): PreloadedAnswer<Body> | undefined {
  const embedded = taken.has(address) ? undefined : initialAnswer<Body>(address);
  taken.add(address);
  if (embedded && embedded.body !== null) return { body: embedded.body, headers: embedded.headers };
  const response = preloadedResponses.get(address);
  const answer = response && answers.get(response);
  if (answer) preloadedResponses.delete(address);
  return answer as PreloadedAnswer<Body> | undefined;
}

/** How long the response that came with the document counts as fresh, so that no query repeats its call at once. */
const FRESH_MS = 10_000;

/**
 * Returns the options of a query that starts with the response that came with the document, if there is one.
 * @param address the URL of the call
 * @param toData converts the response to the query's data
 */
export const startingWith = <Body, Data>(
  address: string | undefined,
  toData: (answer: PreloadedAnswer<Body>) => Data,
) => ({
  // Runs once, when the query is created.
  initialData: (): Data | undefined => {
    const answer = address === undefined ? undefined : takeAnswer<Body>(address);
    return answer && toData(answer);
  },
});

/** The stale time of a query that is otherwise refetched whenever it is used: until then only its first response is fresh. */
export const freshAtFirst = ({ state }: { readonly state: { readonly dataUpdateCount: number } }): number =>
  state.dataUpdateCount === 0 ? FRESH_MS : 0;
