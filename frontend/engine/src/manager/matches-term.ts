/** Normalizes a text for matching, without case and accents: "emil" finds "Émile". */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns whether a text contains a search term, ignoring case and accents. */
export const matchesTerm = (text: string, term: string): boolean => normalize(text).includes(normalize(term));
