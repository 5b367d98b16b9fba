import { isDeepStrictEqual } from 'node:util';
import {
  type Content,
  endpointsOf,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
} from '#tools/openapi.ts';
import { type Change, changesIn, groupChanges, pairsOf, type Verdict } from './change.ts';

const change = changesIn('endpoints');

/**
 * Compares two OpenAPI documents, and judges each change for the current callers: the most serious first. The
 * same change of several endpoints, or of several operators of a filter, is one, with the endpoints as its
 * details.
 */
export function compareDocuments(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const changes = pairsOf(partsOf(before), partsOf(after)).flatMap(([endpoint, was, is]) =>
    compareParts(was, is).map(([meaning, what]): Change => {
      const subject = /\/api\/([^/]+)/.exec(endpoint)?.[1] ?? 'others';
      const verdict = MEANINGS[meaning][what.startsWith('response') ? 'response' : 'request'];
      return change(verdict, subject, what, [endpoint]);
    }),
  );
  return groupChanges(changes);
}

/** Something that callers rely on. A document is a tree of such parts, and so is each schema in it. */
interface Part {
  readonly kind: 'endpoint' | 'session' | 'status' | 'content' | 'property' | 'type' | 'values' | 'keyword';
  /** Parts are compared with those of the same kind, label and name. */
  readonly name: string;
  /** What the part describes, as the report calls it: `body title`. */
  readonly label: string;
  /**
   * Whether a property is required, what additional properties an endpoint or a type takes, the possible
   * values of a type, or the value of a keyword.
   */
  readonly value?: unknown;
  readonly parts?: readonly Part[];
}

const partsOf = (document: OpenApiDocument): ReadonlyMap<string, readonly Part[]> =>
  new Map(
    endpointsOf(document).map(({ method, path, operation }) => [
      `${method.toUpperCase()} ${path}`,
      [endpointOf(operation)],
    ]),
  );

/** An operator of a filter: `pages_gte` belongs to the filter `pages`. */
const OPERATOR = /_(ne|gt|gte|lt|lte|like|startsWith|null|all)$/;

function endpointOf({ parameters = [], requestBody, responses = {}, security }: Operation): Part {
  const label = 'endpoint';
  const contents = ({ content = {} }: Content = {}, label: string): Part[] =>
    Object.entries(content).map(([name, { schema = {} }]) => {
      return { kind: 'content', name, label, parts: typesOf(schema, label) };
    });
  const parts = [
    // An empty list means that no session is needed.
    ...(security?.length === 0 ? [] : [{ kind: 'session', name: '', label } as const]),
    ...parameters.map(({ name, in: place, required = false, schema = {} }): Part => {
      const label = place === 'query' ? `filter ${name.replace(OPERATOR, '')}` : `${place} ${name}`;
      return { kind: 'property', name, label, value: required, parts: typesOf(schema, label) };
    }),
    ...contents(requestBody, 'body'),
    ...Object.entries(responses)
      // All errors look alike, so an additional one breaks nothing.
      .filter(([status]) => /^[23]/.test(status))
      .map(([name, response]): Part => {
        return { kind: 'status', name, label: 'response', parts: contents(response, 'response') };
      }),
  ];
  return { kind: 'endpoint', name: '', label, value: false, parts };
}

/** The keywords that only readers see, and those that become other parts. */
const NOT_COMPARED = new Set([
  ...['title', 'description', 'example', 'examples', '$comment', 'deprecated'],
  ...['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items'],
]);

/** Returns the types that a schema allows. Alternatives of the same type have the same name. */
function typesOf({ anyOf, oneOf = anyOf, ...schema }: JsonSchema, label: string): Part[] {
  if (oneOf) return oneOf.flatMap((one) => typesOf({ ...schema, ...one }, label));
  const { type = 'any value', properties = {}, required = [], items, additionalProperties } = schema;
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  const isNested = label.includes(' ');
  const parts = [
    { kind: 'values', name: '', label, value: values?.map((value) => JSON.stringify(value)).sort() } as const,
    ...Object.entries(schema)
      .filter(([name]) => !NOT_COMPARED.has(name))
      .map(([name, value]) => ({ kind: 'keyword', name, label, value }) as const),
    ...Object.entries(properties).map(([name, property]): Part => {
      const path = isNested ? `${label}.${name}` : `${label} ${name}`;
      const value = required.includes(name);
      return { kind: 'property', name, label: path, value, parts: typesOf(property, path) };
    }),
    // Records look the same alone and in lists, so a list at the top has no marker.
    ...(items ? typesOf(items, isNested ? `${label}[]` : label) : []),
  ];
  return [type].flat().map((name): Part => {
    if (name === 'null') return { kind: 'type', name, label };
    return { kind: 'type', name, label, value: additionalProperties, parts };
  });
}

/** A difference, as `body title is removed`. */
type Difference = readonly [meaning: keyof typeof MEANINGS, what: string];

/**
 * Compares parts with those of the same kind and name; of several, in their order, those that differ.
 * `within` is the part of the later document that contains them.
 */
function compareParts(
  before: readonly Part[] = [],
  after: readonly Part[] = [],
  within?: Part,
): Difference[] {
  const keyOf = ({ kind, label, name }: Part) => `${kind} ${label} ${name}`;
  const pairs = pairsOf(Map.groupBy(before, keyOf), Map.groupBy(after, keyOf));
  return pairs.flatMap(([, was = [], is = []]): Difference[] => {
    const [gone, added] = [without(was, is), without(is, was)];
    if (was[0] && is[0] && gone.length !== added.length)
      return [['incompatible', `${was[0].label} has other forms`]];
    const longer = gone.length > added.length ? gone : added;
    return longer.flatMap((_, index) => comparePart(gone[index], added[index], within));
  });
}

const without = (parts: readonly Part[], others: readonly Part[]): Part[] =>
  parts.filter((part) => !others.some((other) => isDeepStrictEqual(part, other)));

function comparePart(was: Part | undefined, is: Part | undefined, within: Part | undefined): Difference[] {
  const { kind, label } = (was ?? is)!;
  const isSame = was && is && isDeepStrictEqual(was.value, is.value);
  const own = (isSame ? [] : RULES[kind](was, is, within)).map(
    ([meaning, what]): Difference => [meaning, `${label} ${what}`],
  );
  return was && is ? [...own, ...compareParts(was.parts, is.parts, is)] : own;
}

/**
 * What a difference means in a request, whose values a caller sends, and in a response, whose values they
 * must understand. A reader of wider bounds may or may not rely on the former.
 */
const MEANINGS = {
  narrower: { request: 'breaking', response: 'safe' },
  wider: { request: 'safe', response: 'breaking' },
  looser: { request: 'safe', response: 'review' },
  replaced: { request: 'breaking', response: 'review' },
  harmless: { request: 'safe', response: 'safe' },
  incompatible: { request: 'breaking', response: 'breaking' },
  unknown: { request: 'review', response: 'review' },
} as const satisfies Record<string, Record<'request' | 'response', Verdict>>;

/** Judges a part whose value differs, or that only one of the documents has. */
type Rule = (was: Part | undefined, is: Part | undefined, within: Part | undefined) => readonly Difference[];

const RULES: Readonly<Record<Part['kind'], Rule>> = {
  endpoint: (_, is) => [is ? ['harmless', 'is new'] : ['incompatible', 'is removed']],
  session: (_, is) => [is ? ['incompatible', 'needs a session'] : ['harmless', 'needs no session any more']],
  status: (was, is) => [['incompatible', is ? `may be ${is.name}` : `is never ${was?.name}`]],
  content: (was, is) => [
    is ? ['unknown', `may be ${is.name}`] : ['incompatible', `is no longer ${was?.name}`],
  ],
  type: (was, is) => {
    if (!was || !is) return [is ? ['wider', `may be ${is.name}`] : ['narrower', `is no longer ${was?.name}`]];
    const isOfRecord = typeof was.value === 'object' || typeof is.value === 'object';
    return isOfRecord ? [['unknown', 'takes other additional properties']] : [];
  },
  property: (was, is, within) => {
    const necessity = is?.value ? 'required' : 'optional';
    // A strict object rejects a request with an unknown property.
    if (!is) return [[within?.value === false ? 'incompatible' : 'wider', 'is removed']];
    if (!was) return [[is.value ? 'narrower' : 'looser', `is new and ${necessity}`]];
    return [[is.value ? 'narrower' : 'wider', `becomes ${necessity}`]];
  },
  values: (was, is) => {
    const [old, now] = [was?.value, is?.value] as (readonly string[] | undefined)[];
    if (!now) return [['wider', 'may have other values than before']];
    if (!old) return [['narrower', `must be one of ${now.join(', ')}`]];
    const [gone, added] = [old.filter((one) => !now.includes(one)), now.filter((one) => !old.includes(one))];
    return [
      ...(gone.length > 0 ? [['narrower', `is no longer ${gone.join(', ')}`] as const] : []),
      ...(added.length > 0 ? [['wider', `may be ${added.join(', ')}`] as const] : []),
    ];
  },
  keyword: (was, is) => {
    const { name } = (was ?? is)!;
    const meaning = meaningOf(name, was?.value, is?.value);
    if (!is) return [[meaning, `has no ${name} any more`]];
    const [from, to] = [was?.value ?? 'none', is.value].map((value) =>
      typeof value === 'object' ? JSON.stringify(value) : value,
    );
    return [[meaning, `has the ${name} ${to} instead of ${from}`]];
  },
};

/** Judges a changed keyword: a bound of a number, a text or a list, or a pattern. Any other is unknown. */
function meaningOf(keyword: string, was: unknown, is: unknown): keyof typeof MEANINGS {
  const [, bound] = /^(?:exclusive)?(min|max)(?:imum|length|items)$/i.exec(keyword) ?? [];
  if (bound) {
    const isTighter = /min/i.test(bound) ? Number(is) > Number(was) : Number(is) < Number(was);
    return was === undefined || isTighter ? 'narrower' : 'looser';
  }
  if (keyword === 'pattern' || keyword === 'format') return is === undefined ? 'looser' : 'replaced';
  return 'unknown';
}
