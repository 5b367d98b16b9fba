/** "publishedAt" → "published_at": the name of a column or a table. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What PostgreSQL keeps of a name; it cuts longer ones without a word. */
export const LONGEST_DATABASE_NAME = 63;

/** A short hash of a text (FNV-1a), the same on every machine; it tells names apart and is no secret. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0');
};

/**
 * The name of an index or a constraint: its parts with underscores between them. One that PostgreSQL would cut keeps
 * its beginning and its last part, with a hash of the whole between them.
 */
export const databaseName = (...parts: readonly [string, ...string[]]): string => {
  const name = parts.join('_');
  if (name.length <= LONGEST_DATABASE_NAME) return name;
  const end = `_${hashOf(name)}_${parts.at(-1)}`;
  return name.slice(0, LONGEST_DATABASE_NAME - end.length) + end;
};

/** The name of a field's column: a reference keeps an id, and its column says so. */
export const columnName = (field: string, { isReference }: { isReference: boolean }): string =>
  snakeCase(field) + (isReference ? '_id' : '');

/** The name of the column with a field's normalized text. */
export const foldedColumnName = (column: string): string => `${column}_folded`;

/** "publishedAt" → "Published at": a label where no locale file has one. */
export const readable = (name: string): string => {
  const words = snakeCase(name).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** "books" → "book", "categories" → "category": the name of one record. Irregular ones are stated in the entry. */
export const singularOf = (name: string): string => {
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x|z)es$/.test(name)) return name.slice(0, -2);
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
};

/** How many letters must be changed, added or taken away to make one word of the other (Levenshtein). */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[to.length]!;
};

/** The one of the known words that was probably meant, if any is near enough. */
export const nearest = (word: string, known: readonly string[]): string | undefined => {
  const [best] = known
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : undefined;
};
