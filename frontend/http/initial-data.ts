import type { HttpAnswer } from './http.ts';

const place = () => document.getElementById('first-data');

/**
 * The answer to this very call that came inside the page, to draw with at once; its data are null where there is no
 * such record. Undefined for any other call, and once it has been forgotten.
 */
export function initialAnswer<Data>(url: string): HttpAnswer<Data | null> | undefined {
  const text = place()?.textContent;
  if (!text) return undefined;
  const answer = JSON.parse(text) as HttpAnswer<Data | null> & { url: string };
  return answer.url === url ? answer : undefined;
}

/** Forgets the answer that came inside the page: it serves for one reading, and grows old like the page. */
export function forgetInitialAnswer(): void {
  place()?.remove();
}
