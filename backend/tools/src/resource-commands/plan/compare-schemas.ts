/**
 * The effect of a change on API callers: `breaking` may make working calls fail, `safe` does not, and for
 * `review` it depends on the calls.
 */
export type Verdict = 'breaking' | 'review' | 'safe';

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
export interface SchemaChange {
  readonly at: string;
  readonly what: string;
  readonly verdict: Verdict;
}

interface Place {
  readonly at: string;
  readonly direction: Direction;
}

/** What changes mean in a request and in a response. A reader of wider bounds may or may not rely on the former. */
const VERDICTS = {
  narrower: { request: 'breaking', response: 'safe' },
  wider: { request: 'safe', response: 'breaking' },
  looser: { request: 'safe', response: 'review' },
  replaced: { request: 'breaking', response: 'review' },
  incompatible: { request: 'breaking', response: 'breaking' },
  unknown: { request: 'review', response: 'review' },
} as const satisfies Record<string, Record<Direction, Verdict>>;

type Difference = readonly [kind: keyof typeof VERDICTS, what: string];

/** The bounds of numbers, texts and lists, each with the direction in which it becomes stricter. */
const BOUNDS = {
  minimum: 1,
  exclusiveMinimum: 1,
  minLength: 1,
  minItems: 1,
  maximum: -1,
  exclusiveMaximum: -1,
  maxLength: -1,
  maxItems: -1,
} as const;

/** The keywords that are compared one by one, and those that only readers see. */
const KNOWN = new Set([
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'items',
  'pattern',
  'format',
  ...Object.keys(BOUNDS),
]);
const ANNOTATIONS = new Set(['title', 'description', 'example', 'examples', '$comment', 'deprecated']);

/**
 * Compares the schemas of a value. A request that accepts less than before is breaking, and so is a response
 * that gains possible values or lacks former ones. What no rule knows is to be reviewed.
 */
export function compareSchemas(before: Schema, after: Schema, place: Place): SchemaChange[] {
  if (canonical(before) === canonical(after)) return [];
  const [old, now] = [formsOf(before), formsOf(after)];
  const differences: Difference[] = [];
  if (old.isNullable !== now.isNullable)
    differences.push(now.isNullable ? ['wider', 'may be null'] : ['narrower', 'is never null']);
  const [gone, added] = [without(old.forms, now.forms), without(now.forms, old.forms)];
  const pairs = gone.length === added.length ? gone.map((form, index) => [form, added[index]!] as const) : [];
  if (gone.length !== added.length) differences.push(['incompatible', 'has other forms']);
  differences.push(...pairs.flatMap(([was, is]) => compareForm(was, is)));
  const changes = differences.map(([kind, what]) => ({
    at: place.at,
    what,
    verdict: VERDICTS[kind][place.direction],
  }));
  return [...changes, ...pairs.flatMap(([was, is]) => compareParts(was, is, place))];
}

/** Splits a schema into the forms that it allows, one for each type, and whether null is one of them. */
function formsOf(schema: Schema): { readonly forms: readonly Schema[]; readonly isNullable: boolean } {
  const forms = (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((form) =>
    Array.isArray(form.type) ? form.type.map((type: string) => ({ ...form, type })) : [form],
  );
  const isNull = ({ type }: Schema) => type === 'null';
  return { forms: forms.filter((form) => !isNull(form)), isNullable: forms.some(isNull) };
}

const without = (forms: readonly Schema[], others: readonly Schema[]): Schema[] =>
  forms.filter((form) => !others.some((other) => canonical(other) === canonical(form)));

function compareForm(before: Schema, after: Schema): Difference[] {
  if (before.type !== after.type)
    return [
      ['incompatible', `becomes ${after.type ?? 'any value'} instead of ${before.type ?? 'any value'}`],
    ];
  return [
    ...compareValues(before, after),
    ...compareBounds(before, after),
    ...compareTexts(before, after),
    ...(canonical(otherRules(before)) === canonical(otherRules(after))
      ? []
      : [['unknown', 'has other rules'] as const]),
  ];
}

const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? ('const' in schema ? [schema.const] : undefined);

function compareValues(before: Schema, after: Schema): Difference[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const listed = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');
  if (!old && !now) return [];
  if (!old) return [['narrower', `must be one of ${listed(now!)}`]];
  if (!now) return [['wider', 'may have other values than before']];
  const [gone, added] = [old.filter((one) => !now.includes(one)), now.filter((one) => !old.includes(one))];
  return [
    ...(gone.length > 0 ? [['narrower', `is no longer ${listed(gone)}`] as const] : []),
    ...(added.length > 0 ? [['wider', `may be ${listed(added)}`] as const] : []),
  ];
}

const compareBounds = (before: Schema, after: Schema): Difference[] =>
  Object.entries(BOUNDS).flatMap(([keyword, sign]): Difference[] => {
    const [old = Number.NEGATIVE_INFINITY, now = Number.NEGATIVE_INFINITY] = [before, after].map((schema) =>
      typeof schema[keyword] === 'number' ? schema[keyword] * sign : undefined,
    );
    if (old === now) return [];
    return [[now > old ? 'narrower' : 'looser', changeOf(keyword, before, after)]];
  });

const changeOf = (keyword: string, before: Schema, after: Schema): string =>
  after[keyword] === undefined
    ? `has no ${keyword} any more`
    : `has the ${keyword} ${after[keyword]} instead of ${before[keyword] ?? 'none'}`;

const compareTexts = (before: Schema, after: Schema): Difference[] =>
  ['pattern', 'format']
    .filter((keyword) => before[keyword] !== after[keyword])
    .map((keyword) => [
      after[keyword] === undefined ? 'looser' : 'replaced',
      changeOf(keyword, before, after),
    ]);

/** The other keywords; whether an object takes unknown properties counts where properties go. */
const otherRules = (schema: Schema): object =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, rule]) =>
        !KNOWN.has(keyword) && !(keyword === 'additionalProperties' && typeof rule === 'boolean'),
    ),
  );

/** Compares the properties of an object, or the items of a list. */
function compareParts(before: Schema, after: Schema, place: Place): SchemaChange[] {
  const { at, direction } = place;
  const isStrict = after.additionalProperties === false;
  const judge = (name: string): SchemaChange[] => {
    const inner = { at: at === '' ? name : `${at}.${name}`, direction };
    const change = (kind: keyof typeof VERDICTS, what: string) => [
      { at: inner.at, what, verdict: VERDICTS[kind][direction] },
    ];
    const [was, is] = [propertyOf(before, name), propertyOf(after, name)];
    const isRequired = after.required?.includes(name) ?? false;
    if (!was)
      return change(isRequired ? 'narrower' : 'looser', `is new and ${isRequired ? 'required' : 'optional'}`);
    // A strict object rejects a request with an unknown property.
    if (!is) return change(direction === 'response' || isStrict ? 'incompatible' : 'wider', 'is removed');
    return [
      ...((before.required?.includes(name) ?? false) === isRequired
        ? []
        : change(isRequired ? 'narrower' : 'wider', `becomes ${isRequired ? 'required' : 'optional'}`)),
      ...compareSchemas(was, is, inner),
    ];
  };
  const names = new Set([before, after].flatMap(({ properties = {} }) => Object.keys(properties)));
  const items = before.items && after.items;
  return [
    ...[...names].flatMap(judge),
    ...(items ? compareSchemas(before.items!, items, { at: `${at}[]`, direction }) : []),
  ];
}

/** A property may have the name of an inherited object member. */
const propertyOf = ({ properties = {} }: Schema, name: string): Schema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** Returns a text that is the same for equivalent schemas, regardless of the order of their keywords. */
export const canonical = (schema: unknown): string =>
  JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name, part]) => !(ANNOTATIONS.has(name) && typeof part !== 'object'))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  ) ?? '';
