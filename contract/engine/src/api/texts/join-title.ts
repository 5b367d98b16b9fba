/**
 * Joins the parts of a title by a dot, without empty ones. On pages from right to left each is a bidi isolate, as values in
 * texts are: a name that begins with a digit or a sign would otherwise be torn apart behind an Arabic one.
 */
export const joinTitle = (parts: readonly (string | null | undefined)[], dir: 'ltr' | 'rtl'): string =>
  parts.flatMap((part) => (part ? (dir === 'rtl' ? `\u2068${part}\u2069` : part) : [])).join(' · ');
