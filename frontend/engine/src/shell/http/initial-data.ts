import type { HttpResponse } from './http.ts';

const place = () => document.getElementById('first-data');

/**
 * Returns the response for this URL if the server embedded it in the document, so that the page renders at
 * once. Its data is null if the record does not exist. Undefined for any other URL, and after it was
 * discarded.
 */
export function initialAnswer<Data>(url: string): HttpResponse<Data | null> | undefined {
  const text = place()?.textContent;
  if (!text) return undefined;
  const responses = JSON.parse(text) as (HttpResponse<Data | null> & { url: string })[];
  return responses.find((response) => response.url === url);
}

/** Discards the embedded responses. They are used only once, because they become stale as the page stays open. */
export function forgetInitialAnswer(): void {
  place()?.remove();
}
