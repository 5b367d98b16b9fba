import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from './change.ts';

/** The direction of values: a caller sends those of a request, and must understand those of a response. */
export type Direction = 'request' | 'response';

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
export function compareSchemas(before: Schema, after: Schema, { at, direction }: Place): SchemaChange[] {
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
