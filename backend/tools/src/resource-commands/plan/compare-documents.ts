import { isDeepStrictEqual } from 'node:util';
import { endpointsOf, type JsonSchema, type OpenApiDocument, type Operation } from '#tools/openapi.ts';
import { type Change, groupChanges, pairsOf, type Verdict } from './change.ts';

/** An operator of a filter: `pages_gte` belongs to the filter `pages`. */
const OPERATOR = /(?<=^filter \S+)_(ne|gt|gte|lt|lte|like|startsWith|null|all)(?!\w)/;

/**
 * Compares two OpenAPI documents, and judges each change for the current callers, the most serious first. The
 * same change of several endpoints, or operators of a filter, is one, with the endpoints as details.
 */
export function compareDocuments(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const changes = pairsOf(schemasOf(before), schemasOf(after)).flatMap(([endpoint, was, is]) =>
    compareEndpoint(was, is).map(([meaning, what]): Change => {
      const subject = /\/api\/([^/]+)/.exec(endpoint)?.[1] ?? 'others';
      const verdict = MEANINGS[meaning][what.startsWith('response') ? 'response' : 'request'];
      return { area: 'endpoints', subject, what: what.replace(OPERATOR, ''), verdict, details: [endpoint] };
    }),
  );
  return groupChanges(changes);
}

const schemasOf = (document: OpenApiDocument): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    endpointsOf(document).map(({ method, path, operation }) => [
      `${method.toUpperCase()} ${path}`,
      schemaOf(operation),
    ]),
  );

/**
 * Describes an endpoint as one object, whose properties are its session, its parameters, its body and its
 * response. A media type and a status are keywords of the schema that they belong to.
 */
function schemaOf({ parameters = [], requestBody, responses = {}, security }: Operation): JsonSchema {
  const answers = Object.entries(responses)
    // All errors look alike, so an additional one breaks nothing.
    .filter(([status]) => /^[23]/.test(status))
    .flatMap(([status, response]) => contentsOf(response).map((schema) => ({ ...schema, status })));
  const parts = [
    // An empty list means that no session is needed.
    { name: 'session', schema: {}, required: security?.length !== 0 },
    ...parameters.map(({ in: place, name, ...parameter }) => {
      return { ...parameter, name: `${place === 'query' ? 'filter' : place} ${name}` };
    }),
    { name: 'body', schema: { oneOf: contentsOf(requestBody) }, required: true },
    { name: 'response', schema: { oneOf: answers }, required: true },
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(parts.map(({ name, schema = {} }) => [name, schema])),
    required: parts.filter(({ required }) => required).map(({ name }) => name),
    // An unknown parameter is rejected.
    additionalProperties: false,
  };
}

function contentsOf({ content = {} }: Operation['requestBody'] = {}): JsonSchema[] {
  const schemas = Object.entries(content).map(([contentMediaType, { schema }]) => {
    return { ...schema, contentMediaType };
  });
  return schemas.length > 0 ? schemas : [{ type: 'empty' }];
}

/** A difference, as `body title is removed`. */
type Difference = readonly [meaning: keyof typeof MEANINGS, what: string];

/**
 * What a difference means in a request, whose values a caller sends, and in a response, whose values they
 * must understand. A reader of wider bounds may or may not rely on the former.
 */
const MEANINGS = {
  narrower: { request: 'breaking', response: 'safe' },
  wider: { request: 'safe', response: 'breaking' },
  looser: { request: 'safe', response: 'review' },
  replaced: { request: 'breaking', response: 'review' },
  incompatible: { request: 'breaking', response: 'breaking' },
  unknown: { request: 'review', response: 'review' },
} as const satisfies Record<string, Record<'request' | 'response', Verdict>>;

function compareEndpoint(was: JsonSchema | undefined, is: JsonSchema | undefined): Difference[] {
  if (!is) return [['incompatible', 'endpoint is removed']];
  return was ? compareSchemas(was, is, '') : [['looser', 'endpoint is new']];
}

/** Compares the forms of each type: in their order, those that differ. */
function compareSchemas(was: JsonSchema, is: JsonSchema, label: string): Difference[] {
  return pairsOf(formsByType(was), formsByType(is)).flatMap(([type, old, now]): Difference[] => {
    if (!old) return [['wider', `${label} may be ${type}`]];
    if (!now) return [['narrower', `${label} is no longer ${type}`]];
    const [gone, added] = [without(old, now), without(now, old)];
    if (gone.length !== added.length) return [['incompatible', `${label} has other forms`]];
    return gone.flatMap((form, index) => compareForms(form, added[index]!, label));
  });
}

const formsByType = (schema: JsonSchema) => Object.groupBy(formsOf(schema), ({ type }) => type);

/** Returns the alternatives that a schema allows, each of one type. */
function formsOf({ anyOf, oneOf = anyOf, ...schema }: JsonSchema): (JsonSchema & { type: string })[] {
  if (oneOf) return oneOf.flatMap((one) => formsOf({ ...schema, ...one }));
  const { const: value, ...form } = schema;
  const values = 'const' in schema ? { enum: [value] } : {};
  return [schema.type ?? 'any value']
    .flat()
    .map((type) => (type === 'null' ? { type } : { ...form, ...values, type }));
}

const without = <T>(some: readonly T[], others: readonly T[]): T[] =>
  some.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));

function compareForms(was: JsonSchema, is: JsonSchema, label: string): Difference[] {
  const isNested = label.includes(' ');
  const keywords = pairsOf<unknown>(was, is).flatMap(([keyword, old, now]) =>
    compareKeyword(keyword, old, now).map(([meaning, what]): Difference => [meaning, `${label} ${what}`]),
  );
  const properties = pairsOf(was.properties ?? {}, is.properties ?? {}).flatMap(([name, old, now]) => {
    const path = label === '' ? name : `${label}${isNested ? '.' : ' '}${name}`;
    const [wasRequired, isRequired] = [was, is].map(({ required = [] }) => required.includes(name));
    const necessity = isRequired ? 'required' : 'optional';
    // A strict object rejects a request with an unknown property.
    const removed = is.additionalProperties === false ? 'incompatible' : 'wider';
    if (!now) return [[removed, `${path} is removed`] as const];
    if (!old) return [[isRequired ? 'narrower' : 'looser', `${path} is new and ${necessity}`] as const];
    const becomes: Difference = [isRequired ? 'narrower' : 'wider', `${path} becomes ${necessity}`];
    return [...(wasRequired === isRequired ? [] : [becomes]), ...compareSchemas(old, now, path)];
  });
  // Records look the same alone and in lists, so a list at the top has no marker.
  const items = compareSchemas(was.items ?? {}, is.items ?? {}, isNested ? `${label}[]` : label);
  return [...keywords, ...properties, ...items];
}

/** The keywords that only readers see, and those that are compared in their own way. */
const NOT_COMPARED = /^(title|description|examples?|\$comment|deprecated|type|properties|required|items)$/;

function compareKeyword(keyword: string, was: unknown, is: unknown): Difference[] {
  if (NOT_COMPARED.test(keyword) || isDeepStrictEqual(was, is)) return [];
  const inText = (value: unknown) => JSON.stringify(value) ?? 'none';
  if (keyword !== 'enum' || !Array.isArray(was) || !Array.isArray(is))
    return [[meaningOf(keyword, was, is), `changes its ${keyword} from ${inText(was)} to ${inText(is)}`]];
  const [gone, added] = [without(was, is), without(is, was)].map((some) => some.map(inText).join(', '));
  return [
    ...(gone ? [['narrower', `is no longer ${gone}`] as const] : []),
    ...(added ? [['wider', `may be ${added}`] as const] : []),
  ];
}

/** The keywords that limit values: bounds of a number, a text or a list, and others. */
const LIMITS =
  /^(?:(?:exclusive)?(min|max)(?:imum|length|items)|enum|pattern|format|contentMediaType|status)$/i;

function meaningOf(keyword: string, was: unknown, is: unknown): keyof typeof MEANINGS {
  const [limit, bound] = LIMITS.exec(keyword) ?? [];
  if (!limit) return 'unknown';
  if (was === undefined) return 'narrower';
  if (is === undefined) return keyword === 'enum' ? 'wider' : 'looser';
  if (!bound) return limit === 'pattern' || limit === 'format' ? 'replaced' : 'incompatible';
  return Number(is) > Number(was) === (bound.toLowerCase() === 'min') ? 'narrower' : 'looser';
}
