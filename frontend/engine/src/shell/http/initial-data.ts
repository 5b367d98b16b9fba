const place = () => document.getElementById('first-data');

/** A response that the server embedded in the document. */
export interface EmbeddedResponse<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

/** Returns the responses that the server embedded in the document, by URL; none after they were discarded. */
export function initialResponses(): Map<string, EmbeddedResponse<unknown>> {
  const embedded: { url: string; data: unknown; headers: Record<string, string> }[] = JSON.parse(
    place()?.textContent || '[]',
  );
  return new Map(
    embedded.map(({ url, data, headers }) => [url, { body: data, headers: new Headers(headers) }]),
  );
}

/**
 * Returns the response for this URL if the server embedded it in the document, so that the page renders at
 * once. Its body is null if the record does not exist. Undefined for any other URL, and after it was
 * discarded.
 */
export const initialResponse = <Body>(address: string): EmbeddedResponse<Body | null> | undefined =>
  initialResponses().get(address) as EmbeddedResponse<Body | null> | undefined;

/**
 * Discards the embedded responses. They are used only once, because they become stale as the page stays open.
 */
export function discardInitialResponses(): void {
  place()?.remove();
}
