import { productResources } from '@bindery/contract/api/product.ts';
import { anyText } from '@bindery/contract/testing/any-text.ts';
import fc from 'fast-check';
import type { Endpoint, JsonSchema, Operation } from '#tools/openapi.ts';

/** A generated request: the visitor, the endpoint, and its input. */
export interface FuzzRequest {
  readonly endpoint: Endpoint;
  readonly visitor: 'signed out' | 'user' | 'admin' | 'owner';
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const VISITORS = ['signed out', 'user', 'admin', 'owner'] as const;
/** Bodies that are not JSON. */
const GARBAGE = [
  '',
  '{',
  '"text"',
  'null',
  '[]',
  '[1]',
  '{"a":1,}',
  '\0',
  `{"a":${'9'.repeat(2000)}}`,
  'a=1&b=2',
];
const TYPES = [
  'application/json',
  'application/json; charset=latin1',
  'text/plain',
  'application/x-www-form-urlencoded',
];

/** Generates values from arbitraries that are used as often as their weights state. */
const weighted = <Value>(
  ...options: (readonly [weight: number, fc.Arbitrary<Value>])[]
): fc.Arbitrary<Value> => fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Generates requests to any of the endpoints. */
export const requestTo = (endpoints: readonly Endpoint[]): fc.Arbitrary<FuzzRequest> =>
  fc.constantFrom(...endpoints).chain(requestOf);

function requestOf(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  const { method, path, operation } = endpoint;
  const of = (place: string) => operation.parameters?.filter((parameter) => parameter.in === place) ?? [];
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const schemaOf = (name: string) => of('path').find((parameter) => parameter.name === name)?.schema;
  const parameters = names.map((name) => [name, textOf(schemaOf(name) ?? {}).filter(standsInPath)] as const);
  const headers = of('header').map(({ name, schema }) =>
    fc.option(
      textOf(schema ?? {})
        .filter(isHeaderSafe)
        .map((value): [string, string][] => [[name, value]]),
      { nil: [] },
    ),
  );
  const given = fc.tuple(...headers).map((some) => Object.fromEntries(some.flat()) as Record<string, string>);
  return fc.record({
    endpoint: fc.constant(endpoint),
    visitor: fc.constantFrom(...VISITORS),
    parameters: fc.record(Object.fromEntries(parameters)),
    query: queryOf(of('query')),
    headers: method === 'get' ? given : withType(given),
    body: method === 'get' ? fc.constant(undefined) : bodyOf(operation),
  });
}

/** Generates query parameters: each from its schema, some twice, and some unknown. */
function queryOf(parameters: NonNullable<Operation['parameters']>) {
  const given = parameters.map(({ name, schema, required }) =>
    fc
      .array(textOf(schema ?? {}), { minLength: 0, maxLength: 2 })
      .chain((values) =>
        required && values.length === 0 ? fc.tuple(textOf(schema ?? {})) : fc.constant(values),
      )
      .map((values) => values.map((value): [string, string] => [name, value])),
  );
  // Few at a time: a rejected parameter hides the handling of the others.
  const some =
    given.length <= 4
      ? fc.tuple(...given)
      : fc
          .shuffledSubarray([...given.keys()], { maxLength: 3 })
          .chain((chosen) => fc.tuple(...chosen.map((index) => given[index]!)));
  const more = fc.tuple(hostileName, hostileText).map((parameter) => [parameter]);
  const rare = weighted<[string, string][]>([4, fc.constant([])], [1, more]);
  return fc.tuple(some, rare).map(([known, extra]) => [...known.flat(), ...extra] as [string, string][]);
}

function bodyOf({ requestBody }: Operation): fc.Arbitrary<string | undefined> {
  const schema = requestBody?.content?.['application/json']?.schema ?? { type: 'object' };
  const json = valueFor(schema).map((value) => JSON.stringify(value)?.replaceAll(`"${DEEP}"`, NESTED));
  return weighted([12, json], [1, fc.constantFrom(...GARBAGE, undefined)]);
}

const withType = (headers: fc.Arbitrary<Record<string, string>>) => {
  const type = weighted([15, fc.constant('application/json')], [1, fc.constantFrom(...TYPES)]);
  return fc.tuple(headers, type).map(([given, contentType]) => ({ ...given, 'content-type': contentType }));
};

/** Returns whether a text can be a path segment: clients resolve empty ones and dots before sending. */
const standsInPath = (text: string) => !/^(\.|%2e){0,2}$/i.test(text);
const isHeaderSafe = (text: string) => /^[\x20-\x7e]*$/.test(text) && text.length < 1000;

/** Formats a request for the report of a failure. */
export const formatRequest = ({ endpoint, visitor, parameters, query, headers, body }: FuzzRequest): string =>
  `${endpoint.method.toUpperCase()} ${endpoint.path} as ${visitor}: ${JSON.stringify({ parameters, query, headers, body })}`;

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

const ofType: Readonly<Record<string, (schema: JsonSchema) => fc.Arbitrary<unknown>>> = {
  string: ({ format }) => FORMATS[format ?? ''] ?? plausible,
  integer: ({ minimum = -5, maximum = 50 }) => fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
  number: () => fc.oneof(fc.integer({ min: -5, max: 50 }), fc.double({ noNaN: true })),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {} }) => fc.array(valueFor(items), { maxLength: 3 }),
  object: objectOf,
};

/** Generates values for a schema; one in five is hostile. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  return weighted([4, fittingValue(schema)], [1, hostileValue]);
}

/** Generates values for a schema as texts, for URLs. */
function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const fitting = fittingValue(schema).map((value) => (typeof value === 'object' ? 'x' : String(value)));
  return weighted([2, fitting], [1, hostileText]);
}

function fittingValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(fittingValue));
  if (schema.allOf) return fittingValue(Object.assign({}, ...schema.allOf));
  const types = [schema.type ?? []].flat().filter((type) => type in ofType);
  return types.length > 0 ? fc.oneof(...types.map((type) => ofType[type]!(schema))) : hostileValue;
}

/** Generates objects with a schema's members, any of which may be missing, and sometimes an unknown one. */
function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, schema]) => {
    const member = valueFor(schema).map((value): [string, unknown][] => [[name, value]]);
    return fc.option(member, { nil: [], freq: required.includes(name) ? 12 : 1 });
  });
  const more = fc.option(
    fc.tuple(hostileName, hostileValue).map((member) => [member]),
    { nil: [] as [string, unknown][], freq: 1 },
  );
  const rare = weighted<[string, unknown][]>([3, fc.constant([])], [1, more]);
  return fc.tuple(...members, rare).map((given) => Object.fromEntries(given.flat()));
}

/** Names of inherited object members, which a careless lookup mistakes for own ones. */
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON'];

/** Texts that often break code. */
const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\u202e', '\u2028', '\ufeff', '🦉', 'Ünïcödé', 'مرحبا'],
  ...'% %00 %zz .. / //evil.example \\ "; <script> #{7*7} {{1}} [] {}'.split(' '),
  ...'null undefined true NaN Infinity -1 -0 0 1e999 0x10 1_000'.split(' '),
  ...'2026-02-30 0000-00-00 +275760-09-13T00:00:00Z 9999-12-31T23:59:59.999Z P1Y'.split(' '),
  ...'id email name token a@b a@b.example admin@example.com http:// javascript:0'.split(' '),
  ...["' or 1=1 --", '9'.repeat(30), 'é'.repeat(600), 'a@'.repeat(800), '-'.repeat(300)],
  ...['0', 'a', ' '].map((character) => character.repeat(3000)),
];

/** Generates names of unknown members. */
const hostileName = weighted(
  [3, fc.constantFrom(...INHERITED)],
  [1, fc.constantFrom('', '\0', '\ud800', '_sort', 'id', 'role', '0', 'a.b', 'a[b]', '$where')],
  [1, fc.string({ maxLength: 12 })],
);

/** Generates one of the texts above, the name of an inherited member, or any text. */
export const hostileText: fc.Arbitrary<string> = weighted(
  [3, fc.constantFrom(...TEXTS)],
  [2, fc.constantFrom(...INHERITED)],
  [1, anyText(20)],
);

/** Placeholder for deeply nested arrays, which JSON.stringify could not write. */
const DEEP = '@deep@';
/** The JSON that takes the place of `DEEP`. */
const NESTED = '['.repeat(5000) + ']'.repeat(5000);

const number = fc.constantFrom(0, -0, -1, 1, 0.1, 1e-7, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 63));

/** Generates JSON values of any unexpected type. */
const hostileValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: weighted(
    [4, hostileText],
    [3, number],
    [2, fc.constantFrom(null, true, false, DEEP)],
    [2, fc.array(tie('value'), { maxLength: 3 })],
    [3, fc.array(fc.tuple(hostileName, tie('value')), { maxLength: 3 }).map(Object.fromEntries)],
  ),
})).value;
