// Letters of Hebrew, Arabic and the scripts between them, with the forms for presentation.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Joins the parts of a title by a dot, without empty ones. Behind a part that is written from right to left, one that begins
 * with a digit or a sign would be torn apart, such as `3D`: then each part is a bidi isolate. Titles that need none have none,
 * because bookmarks and copies keep them.
 */
export function joinTitle(parts: readonly (string | null | undefined)[]): string {
  const shown = parts.flatMap((part) => part || []);
  const isolates =
    shown.some((part) => RIGHT_TO_LEFT.test(part)) && shown.some((part) => /^\P{L}/u.test(part));
  return shown.map((part) => (isolates ? `\u2068${part}\u2069` : part)).join(' · ');
}
