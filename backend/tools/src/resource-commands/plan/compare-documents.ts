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

/** Reports a change of an endpoint: `body title is removed`. */
type Report = (what: string, verdict: Verdict) => void;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const FILTER_OPERATOR = /_(ne|gt|gte|lt|lte|like|startsWith|null|all)$/;

/**
 * Compares two OpenAPI documents, and judges each change for the current callers: the most serious first. The
 * same change of several endpoints, or of several operators of a filter, is one, with the endpoints as its
 * details.
 */
export function compareDocuments(before: Document, after: Document): Change[] {
  const [old, now] = [operationsOf(before), operationsOf(after)];
  const changes: (Change & { readonly endpoint: string })[] = [];
  for (const endpoint of keysOf(old, now)) {
    const subject = /\/api\/([^/]+)/.exec(endpoint)?.[1] ?? 'others';
    compareEndpoints(old[endpoint], now[endpoint], (what, verdict) =>
      changes.push({ area: 'endpoints', subject, what, verdict, endpoint }),
    );
  }
  const groups = Map.groupBy(changes, ({ subject, what, verdict }) =>
    JSON.stringify([subject, what, verdict]),
  );
  const grouped = [...groups.values()].map((same): Change => {
    const { endpoint: _, ...change } = same[0]!;
    return { ...change, details: [...new Set(same.map(({ endpoint }) => endpoint))] };
  });
  return grouped.sort((a, b) => VERDICT_NAMES.indexOf(a.verdict) - VERDICT_NAMES.indexOf(b.verdict));
}

const keysOf = (...objects: readonly object[]): ReadonlySet<string> =>
  new Set(objects.flatMap((object) => Object.keys(object)));

const operationsOf = ({ paths = {} }: Document): Readonly<Record<string, Operation>> =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, Operation>>)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

function compareEndpoints(was: Operation | undefined, is: Operation | undefined, report: Report): void {
  if (!was || !is) {
    report(`endpoint is ${is ? 'new' : 'removed'}`, is ? 'safe' : 'breaking');
    return;
  }
  // An empty list means that no session is needed.
  const [wasOpen, isOpen] = [was, is].map(({ security }) => security?.length === 0);
  if (isOpen && !wasOpen) report('endpoint needs no session any more', 'safe');
  if (wasOpen && !isOpen) report('endpoint needs a session', 'breaking');
  const [old, now] = [was.parameters ?? [], is.parameters ?? []];
  for (const part of new Set([...old, ...now].map((one) => one.in)))
    comparePart([asObject(old, part), asObject(now, part)], part, report);
  compareContents(was.requestBody, is.requestBody, 'body', report);
  const [before, after] = [was.responses ?? {}, is.responses ?? {}];
  // All errors look alike, so an additional one breaks nothing.
  for (const status of [...keysOf(before, after)].filter((one) => /^[23]/.test(one)))
    if (before[status] && after[status]) compareContents(before[status], after[status], 'response', report);
    else report(`response ${after[status] ? 'may be' : 'is never'} ${status}`, 'breaking');
}

/** Parameters are compared like the properties of a body that rejects unknown ones. */
function asObject(parameters: readonly Parameter[], part: string): Schema {
  const own = parameters.filter((one) => one.in === part);
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema = {} }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function compareContents(
  { content: old = {} }: Content = {},
  { content: now = {} }: Content = {},
  part: string,
  report: Report,
): void {
  for (const type of keysOf(old, now))
    if (old[type] && now[type]) comparePart([old[type].schema ?? {}, now[type].schema ?? {}], part, report);
    else if (now[type]) report(`${part} may be ${type}`, 'review');
    else report(`${part} is no longer ${type}`, 'breaking');
}

/** Compares the schemas of a part. Its paths have no list markers: records look the same alone and in lists. */
function comparePart([before, after]: readonly [Schema, Schema], part: string, report: Report): void {
  const isRequest = part !== 'response';
  compareSchemas(before, after, {
    at: '',
    isRequest,
    differ: (at, meaning, what) => {
      const [label, name] =
        part === 'query' ? ['filter', at.replace(FILTER_OPERATOR, '')] : [part, at.replace(/^\[\]\.?/, '')];
      report(
        [label, name, what].filter(Boolean).join(' '),
        MEANINGS[meaning][isRequest ? 'request' : 'response'],
      );
    },
  });
}

/**
 * What changes of a schema mean in a request, whose values a caller sends, and in a response, whose values they
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

/** The place of two compared schemas. */
interface Place {
  /** The path of the property; empty for the whole. */
  readonly at: string;
  readonly isRequest: boolean;
  /** Reports a difference of the property at a path. */
  readonly differ: (at: string, meaning: keyof typeof MEANINGS, what: string) => void;
}

/** The lower or upper bound of a number, a text or a list. */
const BOUND = /^(?:exclusive)?(min|max)(?:imum|length|items)$/i;

/** The keywords that only readers see, and those that are not compared by their value alone. */
const NOT_COMPARED = new Set([
  ...['title', 'description', 'example', 'examples', '$comment', 'deprecated'],
  ...['type', 'enum', 'const', 'properties', 'required', 'items'],
]);

/**
 * Compares the schemas of a value. A request that accepts less than before is breaking, and so is a response
 * that gains possible values or lacks former ones. What no rule knows is to be reviewed.
 */
function compareSchemas(before: Schema, after: Schema, place: Place): void {
  const [old, now] = [formsOf(before), formsOf(after)];
  compareValues([...old.keys()], [...now.keys()], place);
  for (const [type, forms] of old) {
    const others = now.get(type);
    if (!others) continue;
    const [gone, added] = [without(forms, others), without(others, forms)];
    if (gone.length !== added.length) place.differ(place.at, 'incompatible', 'has other forms');
    else for (const [index, form] of gone.entries()) compareForms(form, added[index]!, place);
  }
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
function compareForms(before: Schema, after: Schema, place: Place): void {
  compareValues(valuesOf(before), valuesOf(after), place);
  for (const keyword of keysOf(before, after))
    if (!NOT_COMPARED.has(keyword)) compareKeyword(keyword, [before[keyword], after[keyword]], place);
  for (const name of keysOf(before.properties ?? {}, after.properties ?? {}))
    compareProperty(name, [before, after], place);
  if (before.items && after.items)
    compareSchemas(before.items, after.items, { ...place, at: `${place.at}[]` });
}

function valuesOf(schema: Schema): string[] | undefined {
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  return values?.map((value) => JSON.stringify(value));
}

/** Compares what a value may be; without a list, it may be anything. */
function compareValues(
  old: readonly string[] | undefined,
  now: readonly string[] | undefined,
  { at, differ }: Place,
): void {
  if (old && now) {
    const [gone, added] = [old.filter((one) => !now.includes(one)), now.filter((one) => !old.includes(one))];
    if (gone.length > 0) differ(at, 'narrower', `is no longer ${gone.join(', ')}`);
    if (added.length > 0) differ(at, 'wider', `may be ${added.join(', ')}`);
  } else if (old) differ(at, 'wider', 'may have other values than before');
  else if (now) differ(at, 'narrower', `must be one of ${now.join(', ')}`);
}

function compareKeyword(
  keyword: string,
  [was, is]: readonly [unknown, unknown],
  { at, differ }: Place,
): void {
  // Whether an object takes unknown properties counts where properties are removed.
  const isOpenness = keyword === 'additionalProperties' && typeof (is ?? was) === 'boolean';
  if (isOpenness || isDeepStrictEqual(was, is)) return;
  const [from, to] = [was ?? 'none', is].map((one) => (typeof one === 'object' ? JSON.stringify(one) : one));
  const what =
    is === undefined ? `has no ${keyword} any more` : `has the ${keyword} ${to} instead of ${from}`;
  const [, bound] = BOUND.exec(keyword) ?? [];
  if (bound) {
    const sign = bound.toLowerCase() === 'min' ? 1 : -1;
    const [former, current] = [was, is].map((bound) =>
      typeof bound === 'number' ? bound * sign : -Infinity,
    );
    differ(at, current! > former! ? 'narrower' : 'looser', what);
  } else if (keyword === 'pattern' || keyword === 'format')
    differ(at, is === undefined ? 'looser' : 'replaced', what);
  else differ(at, 'unknown', what);
}

/** Compares a property of two objects: whether they have and require it, and its schemas. */
function compareProperty(name: string, objects: readonly [Schema, Schema], place: Place): void {
  const at = place.at === '' ? name : `${place.at}.${name}`;
  const [wasRequired, isRequired] = objects.map(({ required = [] }) => required.includes(name));
  const necessity = isRequired ? 'required' : 'optional';
  // A property may have the name of an inherited object member.
  const [was, is] = objects.map(({ properties = {} }) =>
    Object.hasOwn(properties, name) ? properties[name] : undefined,
  );
  // A strict object rejects a request with an unknown property.
  const isIgnored = place.isRequest && objects[1].additionalProperties !== false;
  if (!was) place.differ(at, isRequired ? 'narrower' : 'looser', `is new and ${necessity}`);
  else if (!is) place.differ(at, isIgnored ? 'wider' : 'incompatible', 'is removed');
  else {
    if (wasRequired !== isRequired)
      place.differ(at, isRequired ? 'narrower' : 'wider', `becomes ${necessity}`);
    compareSchemas(was, is, { ...place, at });
  }
}
