// Letters of Hebrew, Arabic and the scripts between them, with the forms for presentation.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const NO_LETTER = /(^| · )\P{L}/u;

/**
 * Joins the parts of a title by a dot, without empty ones. Behind a part that is written from right to left, one that begins
 * with a digit or a sign would be torn apart, such as `3D`: then each part is a bidi isolate. Titles that need none have none,
 * because bookmarks and copies keep them.
 */
export function joinTitle(parts: readonly (string | null | undefined)[]): string {
  const shown = parts.filter(Boolean);
  const title = shown.join(' · ');
  const isTorn = RIGHT_TO_LEFT.test(title) && NO_LETTER.test(title);
  return isTorn ? `\u2068${shown.join('\u2069 · \u2068')}\u2069` : title;
}
