const place = () => document.getElementById('first-data');

/** A response that the server embedded in the document. */
export interface EmbeddedAnswer<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

interface Embedded<Body> {
  readonly url: string;
  readonly data: Body;
  readonly headers: Record<string, string>;
}

/**
 * Returns the response for this URL if the server embedded it in the document, so that the page renders at
 * once. Its body is null if the record does not exist. Undefined for any other URL, and after it was
 * discarded.
 */
export function initialAnswer<Body>(address: string): EmbeddedAnswer<Body | null> | undefined {
  const text = place()?.textContent;
  if (!text) return undefined;
  const found = (JSON.parse(text) as Embedded<Body | null>[]).find(({ url }) => url === address);
  return found && { body: found.data, headers: new Headers(found.headers) };
}

/** Discards the embedded responses. They are used only once, because they become stale as the page stays open. */
export function forgetInitialAnswer(): void {
  place()?.remove();
}
