import { isDeepStrictEqual } from 'node:util';
import { type Change, VERDICT_NAMES, type Verdict } from './change.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  readonly security?: readonly unknown[];
}

/** The compared parts of an OpenAPI document. */
export interface Document {
  readonly paths?: Readonly<Record<string, object>>;
}

/** A change of one endpoint: `body title is removed`. */
type EndpointChange = Pick<Change, 'what' | 'verdict'>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const FILTER_OPERATOR = /_(ne|gt|gte|lt|lte|like|startsWith|null|all)$/;

/**
 * Compares two OpenAPI documents, and judges each change for the current callers: the most serious first. The
 * same change of several endpoints, or of several operators of a filter, is one, with the endpoints as its
 * details.
 */
export function compareDocuments(before: Document, after: Document): Change[] {
  const [old, now] = [operationsOf(before), operationsOf(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((endpoint) =>
    compareEndpoints(old.get(endpoint), now.get(endpoint)).map((change) => ({
      ...change,
      endpoint,
      subject: /\/api\/([^/]+)/.exec(endpoint)?.[1] ?? 'others',
    })),
  );
  const groups = Map.groupBy(changes, ({ subject, what, verdict }) =>
    JSON.stringify([subject, what, verdict]),
  );
  const grouped = [...groups.values()].map((same): Change => {
    const { subject, what, verdict } = same[0]!;
    const details = [...new Set(same.map(({ endpoint }) => endpoint))];
    return { area: 'endpoints', subject, what, verdict, details };
  });
  return grouped.sort((a, b) => VERDICT_NAMES.indexOf(a.verdict) - VERDICT_NAMES.indexOf(b.verdict));
}

const operationsOf = ({ paths = {} }: Document): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, Operation>>)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

function compareEndpoints(was: Operation | undefined, is: Operation | undefined): EndpointChange[] {
  if (!was || !is) {
    const [what, verdict] = is ? (['is new', 'safe'] as const) : (['is removed', 'breaking'] as const);
    return [{ what: `endpoint ${what}`, verdict }];
  }
  // An empty list means that no session is needed.
  const [wasOpen, isOpen] = [was, is].map(({ security }) => security?.length === 0);
  const session: EndpointChange = isOpen
    ? { what: 'endpoint needs no session any more', verdict: 'safe' }
    : { what: 'endpoint needs a session', verdict: 'breaking' };
  return [
    ...(wasOpen === isOpen ? [] : [session]),
    ...compareParameters(was.parameters ?? [], is.parameters ?? []),
    ...compareContents(was.requestBody, is.requestBody, 'body'),
    ...compareResponses(was.responses ?? {}, is.responses ?? {}),
  ];
}

/** Parameters are compared like the properties of a body that rejects unknown ones. */
function compareParameters(before: readonly Parameter[], after: readonly Parameter[]): EndpointChange[] {
  const asObject = (parameters: readonly Parameter[], part: string): Schema => {
    const own = parameters.filter((one) => one.in === part);
    return {
      type: 'object',
      properties: Object.fromEntries(own.map(({ name, schema = {} }) => [name, schema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    };
  };
  const parts = new Set([...before, ...after].map((one) => one.in));
  return [...parts].flatMap((part) => comparePart(asObject(before, part), asObject(after, part), part));
}

/** All errors look alike, so an additional one breaks nothing. */
function compareResponses(
  before: Readonly<Record<string, Content>>,
  after: Readonly<Record<string, Content>>,
): EndpointChange[] {
  const statuses = new Set(
    [...Object.keys(before), ...Object.keys(after)].filter((one) => /^[23]/.test(one)),
  );
  return [...statuses].flatMap((status): EndpointChange[] => {
    const [was, is] = [before[status], after[status]];
    if (was && is) return compareContents(was, is, 'response');
    return [{ what: `response ${is ? 'may be' : 'is never'} ${status}`, verdict: 'breaking' }];
  });
}

function compareContents(
  { content: old = {} }: Content = {},
  { content: now = {} }: Content = {},
  part: string,
): EndpointChange[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((type): EndpointChange[] => {
    const [was, is] = [old[type], now[type]];
    if (was && is) return comparePart(was.schema ?? {}, is.schema ?? {}, part);
    const verdict: Verdict = is ? 'review' : 'breaking';
    return [{ what: `${part} ${is ? 'may be' : 'is no longer'} ${type}`, verdict }];
  });
}

/** Compares the schemas of a part. Its paths have no list markers: records look the same alone and in lists. */
function comparePart(before: Schema, after: Schema, part: string): EndpointChange[] {
  const direction: Direction = part === 'response' ? 'response' : 'request';
  return compareSchemas(before, after, { at: '', direction }).map(({ at, what, verdict }) => {
    const [label, name] =
      part === 'query' ? ['filter', at.replace(FILTER_OPERATOR, '')] : [part, at.replace(/^\[\]\.?/, '')];
    return { what: [label, name, what].filter(Boolean).join(' '), verdict };
  });
}

/** The direction of values: a caller sends those of a request, and must understand those of a response. */
type Direction = 'request' | 'response';

/** The compared parts of a JSON schema in the OpenAPI document. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

/** A change of a schema: the path of the property, which is empty for the whole, and its meaning. */
interface SchemaChange {
  readonly at: string;
  readonly what: string;
  readonly verdict: Verdict;
}

/** What changes mean in a request and in a response. A reader of wider bounds may or may not rely on the former. */
const MEANINGS = {
  narrower: { request: 'breaking', response: 'safe' },
  wider: { request: 'safe', response: 'breaking' },
  looser: { request: 'safe', response: 'review' },
  replaced: { request: 'breaking', response: 'review' },
  incompatible: { request: 'breaking', response: 'breaking' },
  unknown: { request: 'review', response: 'review' },
} as const satisfies Record<string, Record<Direction, Verdict>>;

type Difference = readonly [meaning: keyof typeof MEANINGS, what: string];

/** The bounds of numbers, texts and lists, each with the direction in which it becomes stricter. */
const BOUNDS = new Map([
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems'].map((keyword) => [keyword, 1] as const),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'].map((keyword) => [keyword, -1] as const),
]);

/** The keywords that only readers see, and those that are not compared by their value alone. */
const NOT_COMPARED = new Set([
  ...['title', 'description', 'example', 'examples', '$comment', 'deprecated'],
  ...['type', 'enum', 'const', 'properties', 'required', 'items'],
]);

interface Place {
  readonly at: string;
  readonly direction: Direction;
}

/**
 * Compares the schemas of a value. A request that accepts less than before is breaking, and so is a response
 * that gains possible values or lacks former ones. What no rule knows is to be reviewed.
 */
function compareSchemas(before: Schema, after: Schema, { at, direction }: Place): SchemaChange[] {
  const [old, now] = [formsOf(before), formsOf(after)];
  const shared = [...old].flatMap(([type, forms]) => {
    const others = now.get(type) ?? [];
    const [gone, added] = [without(forms, others), without(others, forms)];
    return others.length > 0 ? [{ gone, added }] : [];
  });
  const isPaired = shared.every(({ gone, added }) => gone.length === added.length);
  const pairs = shared.flatMap(({ gone, added }) => gone.map((form, index) => [form, added[index]] as const));
  const differences: Difference[] = compareValues([...old.keys()], [...now.keys()]);
  if (!isPaired) differences.push(['incompatible', 'has other forms']);
  return [
    ...differences.map(([meaning, what]) => ({ at, what, verdict: MEANINGS[meaning][direction] })),
    ...pairs.flatMap(([was, is]) => (is && isPaired ? compareForms(was, is, { at, direction }) : [])),
  ];
}

/** Groups the forms that a schema allows by their type, of which each has one. */
function formsOf(schema: Schema): ReadonlyMap<string, Schema[]> {
  const forms = (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((form) =>
    [form.type ?? 'any value'].flat().map((type) => (type === 'null' ? { type } : { ...form, type })),
  );
  return Map.groupBy(forms, ({ type }) => type);
}

const without = (forms: readonly Schema[], others: readonly Schema[]): Schema[] =>
  forms.filter((form) => !others.some((other) => isDeepStrictEqual(form, other)));

/** Compares two forms of the same type: their values, their keywords, and their properties or items. */
function compareForms(before: Schema, after: Schema, { at, direction }: Place): SchemaChange[] {
  const keywords = new Set(
    [...Object.keys(before), ...Object.keys(after)].filter((one) => !NOT_COMPARED.has(one)),
  );
  const differences = [
    ...compareValues(valuesOf(before), valuesOf(after)),
    ...[...keywords].flatMap((keyword) => compareKeyword(keyword, before[keyword], after[keyword])),
  ];
  const names = new Set([before, after].flatMap(({ properties = {} }) => Object.keys(properties)));
  return [
    ...differences.map(([meaning, what]) => ({ at, what, verdict: MEANINGS[meaning][direction] })),
    ...[...names].flatMap((name) => compareProperty(name, [before, after], { at, direction })),
    ...(before.items && after.items
      ? compareSchemas(before.items, after.items, { at: `${at}[]`, direction })
      : []),
  ];
}

function valuesOf(schema: Schema): string[] | undefined {
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  return values?.map((value) => JSON.stringify(value));
}

/** Compares what a value may be; without a list, it may be anything. */
function compareValues(old: readonly string[] | undefined, now: readonly string[] | undefined): Difference[] {
  if (!now) return old ? [['wider', 'may have other values than before']] : [];
  if (!old) return [['narrower', `must be one of ${now.join(', ')}`]];
  const [gone, added] = [old.filter((one) => !now.includes(one)), now.filter((one) => !old.includes(one))];
  return [
    ...(gone.length > 0 ? [['narrower', `is no longer ${gone.join(', ')}`] as const] : []),
    ...(added.length > 0 ? [['wider', `may be ${added.join(', ')}`] as const] : []),
  ];
}

function compareKeyword(keyword: string, was: unknown, is: unknown): Difference[] {
  if (isDeepStrictEqual(was, is)) return [];
  // Whether an object takes unknown properties counts where properties are removed.
  if (keyword === 'additionalProperties' && typeof (is ?? was) === 'boolean') return [];
  const [from, to] = [was ?? 'none', is].map((one) => (typeof one === 'object' ? JSON.stringify(one) : one));
  const what =
    is === undefined ? `has no ${keyword} any more` : `has the ${keyword} ${to} instead of ${from}`;
  const sign = BOUNDS.get(keyword);
  if (sign) {
    const strictness = (bound: unknown) => (typeof bound === 'number' ? bound * sign : -Infinity);
    return [[strictness(is) > strictness(was) ? 'narrower' : 'looser', what]];
  }
  if (keyword !== 'pattern' && keyword !== 'format') return [['unknown', what]];
  return [[is === undefined ? 'looser' : 'replaced', what]];
}

/** Compares a property of two objects: whether they have and require it, and its schemas. */
function compareProperty(
  name: string,
  [before, after]: readonly [Schema, Schema],
  { at, direction }: Place,
): SchemaChange[] {
  const inner = at === '' ? name : `${at}.${name}`;
  const judged = (meaning: keyof typeof MEANINGS, what: string) => [
    { at: inner, what, verdict: MEANINGS[meaning][direction] },
  ];
  // A property may have the name of an inherited object member.
  const [was, is] = [before, after].map(({ properties = {} }) =>
    Object.hasOwn(properties, name) ? properties[name] : undefined,
  );
  const [wasRequired, isRequired] = [before, after].map(({ required = [] }) => required.includes(name));
  const necessity = isRequired ? 'required' : 'optional';
  if (!was) return judged(isRequired ? 'narrower' : 'looser', `is new and ${necessity}`);
  // A strict object rejects a request with an unknown property.
  const isRejected = direction === 'response' || after.additionalProperties === false;
  if (!is) return judged(isRejected ? 'incompatible' : 'wider', 'is removed');
  return [
    ...(wasRequired === isRequired ? [] : judged(isRequired ? 'narrower' : 'wider', `becomes ${necessity}`)),
    ...compareSchemas(was, is, { at: inner, direction }),
  ];
}
