import type { Verdict } from '../verdict.ts';
import { BOUNDS, compareLimits } from './compare-limits.ts';
import { canonical, formsOf, type Schema } from './schema.ts';
import type { Direction, Place, SchemaChange, SchemaPair } from './schema-change.ts';

/** Returns the verdict of a change that allows less, or more, than before. */
const narrower = (direction: Direction): Verdict => (direction === 'request' ? 'breaking' : 'safe');
const wider = (direction: Direction): Verdict => (direction === 'request' ? 'safe' : 'breaking');

/**
 * Compares the schemas of a value. A request that accepts less than before is breaking, and so is a response
 * that gains possible values or lacks former ones.
 */
export function compareSchemas({ before, after }: SchemaPair, place: Place): SchemaChange[] {
  if (canonical(before) === canonical(after)) return [];
  const { at, direction } = place;
  const [old, now] = [formsOf(before), formsOf(after)];
  const changes: SchemaChange[] = [];
  if (old.isNullable !== now.isNullable)
    changes.push(
      now.isNullable
        ? { at, what: 'may be null', verdict: wider(direction) }
        : { at, what: 'is never null', verdict: narrower(direction) },
    );
  changes.push(...compareForms(old.forms, now.forms, place), ...compareDefaults({ before, after }, place));
  return changes;
}

/** Equal forms are omitted; each of the others is compared with its replacement. */
function compareForms(before: readonly Schema[], after: readonly Schema[], place: Place): SchemaChange[] {
  const without = (forms: readonly Schema[], others: readonly Schema[]) =>
    forms.filter((form) => !others.some((other) => canonical(other) === canonical(form)));
  const [gone, added] = [without(before, after), without(after, before)];
  const { at, direction } = place;
  if (gone.length === added.length)
    return gone.flatMap((form, index) => compareForm({ before: form, after: added[index]! }, place));
  return [
    ...(gone.length > 0
      ? [{ at, what: `has no longer the form of ${inWords(gone)}`, verdict: narrower(direction) }]
      : []),
    ...(added.length > 0
      ? [{ at, what: `may have the form of ${inWords(added)}`, verdict: wider(direction) }]
      : []),
  ];
}

const inWords = (forms: readonly Schema[]): string =>
  forms.map(({ type, $ref }) => String(type ?? $ref ?? 'another value')).join(' or ');

function compareForm({ before, after }: SchemaPair, place: Place): SchemaChange[] {
  const { at, direction } = place;
  const [old, now] = [before.type ?? before.$ref, after.type ?? after.$ref];
  if (old !== now) {
    if (now === undefined) return [{ at, what: 'may have any value', verdict: wider(direction) }];
    if (old === undefined) return [{ at, what: `must be of type ${now}`, verdict: narrower(direction) }];
    const isWider = old === 'integer' && now === 'number';
    const isNarrower = old === 'number' && now === 'integer';
    const verdict = isWider ? wider(direction) : isNarrower ? narrower(direction) : 'breaking';
    return [{ at, what: `becomes ${now} instead of ${old}`, verdict }];
  }
  return [
    ...compareLimits({ before, after }, place),
    ...compareProperties({ before, after }, place),
    ...(before.items && after.items
      ? compareSchemas({ before: before.items, after: after.items }, { ...place, at: `${at}[]` })
      : []),
    ...(canonical(unknownRules(before)) === canonical(unknownRules(after))
      ? []
      : [{ at, what: 'has other rules', verdict: 'review' } as const]),
  ];
}

/** The keywords that this file and `compare-limits.ts` compare. */
const KNOWN = new Set([
  ...['type', '$ref', 'enum', 'const', 'default', 'anyOf', 'oneOf', 'properties', 'required', 'items'],
  ...['pattern', 'format', 'uniqueItems', ...Object.keys(BOUNDS)],
]);

/** The other keywords of a schema, such as a schema for properties without a name. */
const unknownRules = (schema: Schema): object =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, rule]) =>
        !KNOWN.has(keyword) && !(keyword === 'additionalProperties' && typeof rule === 'boolean'),
    ),
  );

function compareDefaults({ before, after }: SchemaPair, { at, direction }: Place): SchemaChange[] {
  if (direction === 'response' || canonical(before.default) === canonical(after.default)) return [];
  const now =
    after.default === undefined ? 'no default any more' : `the default ${JSON.stringify(after.default)}`;
  return [{ at, what: `has ${now}`, verdict: 'review' }];
}

function compareProperties({ before, after }: SchemaPair, place: Place): SchemaChange[] {
  const [old, now] = [propertiesOf(before), propertiesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const at = place.at === '' ? name : `${place.at}.${name}`;
    const inner = { ...place, at };
    const [was, is] = [old.get(name), now.get(name)];
    if (!was && is) return [added(is, inner)];
    if (was && !is) return [removed(inner, after)];
    return [
      ...presence(was!, is!, inner),
      ...compareSchemas({ before: was!.schema, after: is!.schema }, inner),
    ];
  });
}

interface Property {
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** A map, because a property may have the name of an inherited object member. */
const propertiesOf = ({ properties = {}, required = [] }: Schema): ReadonlyMap<string, Property> =>
  new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { schema, isRequired: required.includes(name) },
    ]),
  );

function added({ isRequired }: Property, { at, direction }: Place): SchemaChange {
  if (direction === 'response') return { at, what: 'is new', verdict: 'safe' };
  return isRequired
    ? { at, what: 'is new and required', verdict: 'breaking' }
    : { at, what: 'is new and optional', verdict: 'safe' };
}

/** A strict object rejects a request with an unknown property. */
function removed({ at, direction }: Place, { additionalProperties }: Schema): SchemaChange {
  const isIgnored = direction === 'request' && additionalProperties !== false;
  return { at, what: 'is removed', verdict: isIgnored ? 'safe' : 'breaking' };
}

function presence(was: Property, is: Property, { at, direction }: Place): SchemaChange[] {
  if (was.isRequired === is.isRequired) return [];
  if (direction === 'request')
    return is.isRequired
      ? [{ at, what: 'becomes required', verdict: 'breaking' }]
      : [{ at, what: 'becomes optional', verdict: 'safe' }];
  return is.isRequired
    ? [{ at, what: 'is always there', verdict: 'safe' }]
    : [{ at, what: 'may be missing', verdict: 'breaking' }];
}
