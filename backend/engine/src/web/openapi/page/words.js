/* Describes JSON schemas to people: their types in words, and examples of their values. Runs in the browser. */

/** A JSON schema of the document, resolved. @typedef {Readonly<Record<string, any>>} Schema */

/** The types of texts that have a format, and an example of each. @type {Record<string, [string, string]>} */
const FORMATS = {
  uuid: ['UUID', '0190a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b'],
  'date-time': ['timestamp', '2026-01-31T09:30:00.000Z'],
  date: ['date', '2026-01-31'],
  email: ['email address', 'ada@example.com'],
  uri: ['URL', 'https://example.com/'],
  binary: ['file', ''],
};

/** The types of other values. @type {Record<string, string>} */
const TYPES = { integer: 'whole number', boolean: 'true or false', null: 'null', array: 'list' };

/** Beyond these, a bound only says what the server can count. */
const isBound = (/** @type {unknown} */ bound) => typeof bound === 'number' && Math.abs(bound) < 999_999_999;

/** @param {Schema} schema */
function boundsOf({ minLength = 0, maxLength, minimum, maximum }) {
  if (maxLength)
    return minLength > 1 ? `${minLength} to ${maxLength} characters` : `up to ${maxLength} characters`;
  const [low, high] = [minimum, maximum].map((bound) => isBound(bound) && bound.toLocaleString('en'));
  if (low && high) return `${low} to ${high}`;
  if (low && low !== '0') return `at least ${low}`;
  return high && `at most ${high}`;
}

/** Returns the alternatives of a schema; none if it has only one form. @param {Schema} schema @returns {Schema[]} */
export const alternativesOf = ({ anyOf, oneOf, ...schema }) =>
  anyOf ?? oneOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : []);

/** Returns what a value may be, in words: 'string · up to 255 characters'. @param {Schema} schema @returns {string} */
export function typeInWords(schema) {
  const alternatives = alternativesOf(schema).map(typeInWords);
  if (alternatives.length > 0) return [...new Set(alternatives)].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(' or ');
  if (schema.type === 'array') {
    const items = typeInWords(schema.items ?? {});
    return /^[\w ]+$/.test(items) && !items.includes(' or ') ? `list of ${items}s` : `list: ${items}`;
  }
  const name = FORMATS[schema.format]?.[0] ?? TYPES[schema.type] ?? schema.type ?? 'any value';
  return [name, boundsOf(schema)].filter(Boolean).join(' · ');
}

/**
 * Returns a description as elements, since names in it are in backticks.
 *
 * @param {string} text
 * @param {Function} h
 */
export const withCode = (text, h) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? h('code', { key: index }, part) : part));

/**
 * Returns the object whose properties a value has: the schema itself, the items of a list, or an alternative.
 *
 * @param {Schema | undefined} schema
 * @returns {Schema | undefined}
 */
export function objectIn(schema) {
  if (!schema || schema.properties) return schema;
  for (const part of [schema.items, ...alternativesOf(schema)]) {
    const found = part && objectIn(part);
    if (found) return found;
  }
  return undefined;
}

/** A name as words: `createdAt` is 'Created at'. @param {string} name */
const readable = (name) => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Returns an example of a value. A text without a format says what it is.
 *
 * @param {Schema} schema
 * @param {string} [name]
 * @returns {unknown}
 */
export function exampleOf(schema, name = 'text') {
  const [given] = [
    schema.example,
    schema.examples?.[0],
    schema.default,
    schema.const,
    schema.enum?.[0],
  ].filter((value) => value !== undefined);
  if (given !== undefined) return given;
  const [first] = alternativesOf(schema);
  if (first) return exampleOf(first, name);
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, name)];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([key, { const: only }]) => only === undefined || schema.required?.includes(key))
        .map(([key, part]) => [key, exampleOf(part, key)]),
    );
  if (schema.type === 'object') return {};
  if (schema.type === 'integer' || schema.type === 'number')
    return isBound(schema.minimum) ? schema.minimum : 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  const format = schema.format ?? (/url$/i.test(name) ? 'uri' : name);
  return FORMATS[format]?.[1] ?? readable(name);
}
