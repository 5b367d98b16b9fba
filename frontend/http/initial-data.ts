import type { HttpResponse } from './http.ts';

const place = () => document.getElementById('first-data');

/**
 * Returns the response for this URL if the server embedded it in the document, so that the page renders at
 * once. Its data is null when the record does not exist. Undefined for any other URL, and after it was
 * discarded.
 */
export function initialAnswer<Data>(url: string): HttpResponse<Data | null> | undefined {
  const text = place()?.textContent;
  if (!text) return undefined;
  const response = JSON.parse(text) as HttpResponse<Data | null> & { url: string };
  return response.url === url ? response : undefined;
}

/** Discards the embedded response. It is used only once, because it becomes stale as the page stays open. */
export function forgetInitialAnswer(): void {
  place()?.remove();
}
