import { fieldsOf, parameterOf } from '@bindery/contract/records/resources/fields.ts';
import type { Operator } from '@bindery/contract/schema/fields/field.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Parameter } from './operations.ts';

interface Described {
  readonly description: string;
  readonly example?: string | number;
}

/** The parameters that mean the same in every operation. */
const SHARED: Readonly<Record<string, Described>> = {
  _start: { description: 'The number of records to skip; 0 by default.' },
  _end: {
    description: 'The number of the last record: at most 100 more than `_start`, and 20 more by default.',
    example: 20,
  },
  _after: {
    description:
      'The `X-Next-Cursor` of the previous page. Continues after its last record, as quickly at any depth.',
  },
  _total: {
    description:
      'Counts all records, however many. Otherwise counting ends at 10,000 (`X-Total-Exact: false`).',
  },
  _computed: { description: '`false` omits computed fields: quicker if they count or sum other records.' },
  _order: {
    description: '`asc` or `desc` for each field of `_sort`, separated by commas; `asc` by default.',
    example: 'asc',
  },
  _fields: { description: 'The columns of the file: names of fields, separated by commas; all by default.' },
  _bom: { description: 'Starts the file with a byte order mark, by which Excel recognises UTF-8.' },
  _batches: { description: 'Lists each batch of changes as one entry.' },
  q: { description: 'Words to search for, ignoring case, accents and Arabic letter forms.' },
  id: { description: 'Only the records with these ids. Repeat it for several.' },
  archived: { description: '`true` for records of the archive instead of the active ones.' },
  name: { description: 'The name of the file.' },
  resource: { description: 'The name of a resource, such as `users`.' },
  field: { description: 'The name of the field that the file is for.' },
  expires: { description: 'When the address expires, in seconds since 1970.' },
  signature: { description: 'The signature of the address.' },
  record: { description: 'Only changes of the record with this id.' },
  label: { description: 'Only changes of records with this name.' },
  user: { description: 'Only changes by the user with this id.' },
  apiKey: { description: 'Only changes by programs with the API key that has this id.' },
  action: { description: 'Only changes of this kind.' },
  batch: { description: 'Only changes of the batch with this id.' },
  from: { description: 'Only changes since this time.' },
  to: { description: 'Only changes before this time.' },
  'if-match': {
    description:
      'The `ETag` of the record as read: rejects the write (412) if another user has changed it since.',
  },
};

/** The path parameters, which have the same meaning in every path. */
const IN_PATHS: Readonly<Record<string, Described>> = {
  id: { description: 'The id of the record.' },
  change: { description: 'The id of the change, from the history.' },
  batch: { description: 'The id of the batch of changes or of its job.' },
  sessionId: { description: 'The id of the session.' },
  keyId: { description: 'The id of the API key.' },
  variant: { description: '`original`, or the width of a thumbnail in pixels.' },
};

/** What a filter finds, by its operator. */
const FILTERS: Readonly<Record<Operator, (field: string) => string>> = {
  eq: (field) => `Records whose ${field} is this value. Repeat it for one of several values.`,
  ne: (field) => `Records whose ${field} is another value. Repeat it to exclude several values.`,
  gt: (field) => `Records whose ${field} is greater than this value.`,
  gte: (field) => `Records whose ${field} is this value or greater.`,
  lt: (field) => `Records whose ${field} is less than this value.`,
  lte: (field) => `Records whose ${field} is this value or less.`,
  like: (field) => `Records whose ${field} contains this text, ignoring case and accents.`,
  startsWith: (field) => `Records whose ${field} starts with this text, ignoring case and accents.`,
  all: (field) => `Records that have this value in ${field}. Repeat it for records that have all of several.`,
  null: (field) => `\`true\` for records without ${field}, \`false\` for those with it.`,
};

/** Returns what the filters of a resource and the order of its lists mean, by the names of the parameters. */
function describeSelection(resource: Resource): Readonly<Record<string, Described>> {
  const fields = fieldsOf(resource);
  const filters = fields.flatMap((field) =>
    field.operators.map((operator): [string, Described] => [
      parameterOf(field, operator),
      { description: FILTERS[operator](`\`${field.name}\``) },
    ]),
  );
  const sortable = fields.flatMap(({ name, sort }) => (sort ? [name] : []));
  const [first = 'id'] = sortable;
  return {
    ...Object.fromEntries(filters),
    _sort: {
      description: `The fields to sort by, separated by commas: ${[...sortable, 'id'].map((name) => `\`${name}\``).join(', ')}.`,
      example: first,
    },
  };
}

/** A list sends its numbers as digits, which the contract describes by their pattern. */
const DIGITS = '^\\d{1,9}$';

/** Returns a schema as it is best described: a number as a number, and one or several values as a list. */
function simplified(schema: Parameter['schema']): Parameter['schema'] {
  const { anyOf, pattern, ...rest } = schema;
  if (pattern === DIGITS) return { ...rest, type: 'integer', minimum: 0, maximum: 999_999_999 };
  const list = Array.isArray(anyOf) && anyOf.find(({ type }: { type?: unknown }) => type === 'array');
  return list ? { ...rest, ...list } : schema;
}

/** Completes the parameters of an operation: what each means, and an example if its form is not obvious. */
export function describeParameters(
  parameters: readonly Parameter[],
  resource: Resource | undefined,
): readonly Parameter[] {
  const isOfList = parameters.some(({ name }) => name === '_sort');
  const selection = resource && isOfList ? describeSelection(resource) : {};
  return parameters.map((parameter) => {
    const { name, in: place, schema } = parameter;
    const known = place === 'path' ? IN_PATHS[name] : (selection[name] ?? SHARED[name]);
    return { ...known, ...parameter, schema: simplified(schema) };
  });
}
