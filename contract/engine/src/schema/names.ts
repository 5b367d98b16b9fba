/** The form of the names of resources, fields and roles. */
export const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;
export const NAME_RULE = 'must be camelCase: a small letter, then letters and digits, 40 at most';

/** Returns the name of a column or a table: "publishedAt" → "published_at". */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns a name in the form of file names: "longText" → "long-text". */
export const kebabCase = (name: string): string => snakeCase(name).replaceAll('_', '-');

/** The maximum length of a PostgreSQL identifier; longer ones are truncated silently. */
export const MAX_DATABASE_NAME_LENGTH = 63;

/** Returns a short hash of a text (FNV-1a), the same on every machine; not cryptographic. */
export const hashOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0');
};

/**
 * Returns the name of an index or a constraint: its parts joined with underscores. For a name that PostgreSQL
 * would truncate, its start and its last part with a hash of the whole between them.
 */
export const databaseName = (...parts: readonly [string, ...string[]]): string => {
  const name = parts.join('_');
  return shortened(name, `_${hashOf(name)}_${parts.at(-1)}`, MAX_DATABASE_NAME_LENGTH);
};

const shortened = (name: string, end: string, max: number) =>
  name.length <= max ? name : name.slice(0, max - end.length) + end;

/** The columns of a join table: the record, one of its values, and the value's position. */
export const JOIN_COLUMNS = { source: 'source_id', target: 'target_id', position: 'position' } as const;

/** The maximum length of a join table's name: the names of its key, index and constraints are longer. */
const MAX_JOIN_TABLE_LENGTH = MAX_DATABASE_NAME_LENGTH - '_source_id_foreign'.length;

/** Returns the name of a field's join table: `books_tags`. A long name is shortened and ends in a hash. */
export const joinTableName = (table: string, field: string): string => {
  const name = `${table}_${snakeCase(field)}`;
  return shortened(name, `_${hashOf(name)}`, MAX_JOIN_TABLE_LENGTH);
};

/** Returns the name of a field's column; for a reference it ends in `_id`. */
export const columnName = (field: string, { isReference }: { isReference: boolean }): string =>
  snakeCase(field) + (isReference ? '_id' : '');

/** Returns the name of the column with a field's normalized text. */
export const foldedColumnName = (column: string): string => `${column}_folded`;

/** Returns a text that starts with an upper-case letter: "listBooks" → "ListBooks". */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a label for fields without one in the locale files: "publishedAt" → "Published at". */
export const readable = (name: string): string => capitalized(snakeCase(name).replaceAll('_', ' '));

/** Returns the singular: "books" → "book", "categories" → "category". Irregular ones are set in the entry. */
export const singularOf = (name: string): string => {
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x|z)es$/.test(name)) return name.slice(0, -2);
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
};

/** Returns a noun with its article, for sentences to developers: "author" → "an author". */
export const withArticle = (noun: string): string =>
  // "user" and "unit" start with a consonant to the ear.
  `${/^([aeio]|u(?!ser|ni|se|ti|r[aiou]))/i.test(noun) ? 'an' : 'a'} ${noun}`;
