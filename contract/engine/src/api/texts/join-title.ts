/**
 * Joins the non-empty parts of a title with a dot. On right-to-left pages each part is a bidi isolate, as
 * values in messages are: a name that starts with a digit or a sign would otherwise be split behind an Arabic
 * one.
 */
export const joinTitle = (parts: readonly (string | null | undefined)[], dir: 'ltr' | 'rtl'): string =>
  parts.flatMap((part) => (part ? (dir === 'rtl' ? `\u2068${part}\u2069` : part) : [])).join(' · ');
