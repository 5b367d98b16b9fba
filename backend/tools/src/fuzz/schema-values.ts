import { productResources } from '@bindery/contract/api/product.ts';
import fc from 'fast-check';
import { hostileName, hostileText, hostileValue, ownMembers } from './hostile-values.ts';

/** A JSON schema of the OpenAPI document: the keywords that values are generated from. */
export interface FuzzSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: FuzzSchema;
  readonly properties?: Readonly<Record<string, FuzzSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly FuzzSchema[];
  readonly oneOf?: readonly FuzzSchema[];
  readonly allOf?: readonly FuzzSchema[];
}

/** Placeholders for existing records: replaced with real ids when a request is sent. */
const KNOWN = [
  ...['$self', '$session', '$organization', '$team', '$member', '$invitation'],
  ...Object.keys(productResources()).map((name) => `$${name}`),
];

const known = fc.constantFrom(...KNOWN);
const id = fc.oneof(known, fc.uuid());

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: id,
  email: fc.constantFrom('reader@example.com', 'Ada@Example.com'),
  date: fc.constantFrom('2026-01-31', '0001-01-01', '9999-12-31'),
  'date-time': fc.constantFrom('2026-01-31T12:00:00Z', '2099-01-01T00:00:00+14:00'),
  uri: fc.constantFrom('https://example.com/a?b#c', '/app/books'),
};

/** Plausible texts for fields without a format, so that some requests get past the first validation. */
const plausible = fc.oneof(
  id,
  fc.constantFrom(
    'sign-in',
    'title',
    'Things Fall Apart',
    'desc',
    'member',
    '000000',
    'reader@example.com',
    '3',
  ),
  fc.string({ maxLength: 10 }),
);

const ofType: Readonly<Record<string, (schema: FuzzSchema) => fc.Arbitrary<unknown>>> = {
  string: ({ format }) => FORMATS[format ?? ''] ?? plausible,
  integer: ({ minimum = -5, maximum = 50 }) => fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
  number: () => fc.oneof(fc.integer({ min: -5, max: 50 }), fc.double({ noNaN: true })),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {} }) => fc.array(valueFor(items), { maxLength: 3 }),
  object: objectOf,
};

/** Generates values for a schema; one in five is hostile. */
export function valueFor(schema: FuzzSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: fittingValue(schema) }, { weight: 1, arbitrary: hostileValue });
}

/** Generates values for a schema as texts, for URLs. */
export function textOf(schema: FuzzSchema): fc.Arbitrary<string> {
  const fitting = fittingValue(schema).map((value) => (typeof value === 'object' ? 'x' : String(value)));
  return fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: hostileText });
}

function fittingValue(schema: FuzzSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(fittingValue));
  if (schema.allOf) return fittingValue(Object.assign({}, ...schema.allOf));
  const types = [schema.type ?? []].flat().filter((type) => type in ofType);
  return types.length > 0 ? fc.oneof(...types.map((type) => ofType[type]!(schema))) : hostileValue;
}

/** Generates objects with the members of a schema, any of which may be missing, and sometimes an unknown one. */
function objectOf({ properties = {}, required = [] }: FuzzSchema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, schema]) => {
    const member = valueFor(schema).map((value): [string, unknown][] => [[name, value]]);
    return fc.option(member, { nil: [], freq: required.includes(name) ? 12 : 1 });
  });
  const more = fc.option(
    fc.tuple(hostileName, hostileValue).map((member) => [member]),
    { nil: [] as [string, unknown][], freq: 1 },
  );
  const rare = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: more });
  return fc.tuple(...members, rare).map((given) => ownMembers(given.flat()));
}
