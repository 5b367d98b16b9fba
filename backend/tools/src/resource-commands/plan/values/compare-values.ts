import { comparisonOptions } from '@bindery/contract/schema/fields/compared.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { inCode } from '../in-code.ts';
import { type Pair, sharedFields, sharedResources } from '../pairs.ts';
import type { Verdict } from '../verdict.ts';

/** A change of a resource or a field concerning values. */
export interface ValueChange {
  /** `loans.fee: computed "{price}" → "{price} * {days}"` */
  readonly what: string;
  readonly verdict: Verdict;
}

/**
 * Compares the rules for values that the OpenAPI document does not contain: when fields apply, comparisons,
 * bounds of kinds that are texts in the document, dynamic defaults, computations, and labels. New resources
 * and fields are not reported.
 */
export const compareValues = (configs: Pair<Readonly<Record<string, Resource>>>): ValueChange[] =>
  sharedResources(configs).flatMap((pair) => [
    ...compareLabels(pair),
    ...sharedFields(pair).flatMap((fields) =>
      [
        ...compareConditions(fields),
        ...compareBounds(fields),
        ...compareDefaults(fields),
        ...compareComputed(fields),
      ].map(({ what, verdict }) => ({ what: `${pair.after.name}.${fields.after.name}: ${what}`, verdict })),
    ),
  ]);

/** A change, if a value differs. */
const differing = (name: string, old: unknown, now: unknown): ValueChange[] => {
  const [from, to] = [inCode(old), inCode(now)];
  return from === to ? [] : [{ what: `${name} ${from} → ${to}`, verdict: 'review' }];
};

function compareLabels(pair: Pair<Resource>): ValueChange[] {
  const { before, after } = pair;
  const renamed = sharedFields(pair).reduce(
    (label, { before: was, after: now }) =>
      label === was.name ? now.name : label.replaceAll(`{${was.name}}`, `{${now.name}}`),
    before.label,
  );
  return differing(`${after.name}: label`, renamed, after.label);
}

function compareConditions({ before, after }: Pair<ResourceField>): ValueChange[] {
  const [old, now] = [inCode(before.when), inCode(after.when)];
  const isNarrowed = before.when === undefined;
  const applies: ValueChange[] =
    old === now
      ? []
      : [
          {
            what: after.when
              ? `applies only where ${now}${before.when ? `, and not where ${old}` : ''}`
              : `applies always, and not only where ${old}`,
            verdict: after.when ? (isNarrowed ? 'breaking' : 'review') : 'safe',
          },
        ];
  // The endpoints report fields that are always required before or after.
  const isTold = before.required || after.required || before.isRequiredWhen === after.isRequiredWhen;
  if (isTold) return applies;
  const required: ValueChange = after.isRequiredWhen
    ? { what: 'is required where it applies', verdict: 'breaking' }
    : { what: 'is no longer required where it applies', verdict: 'safe' };
  return [...applies, required];
}

/** The kinds whose bounds have no keyword in the OpenAPI document. */
const TOLD_HERE: readonly string[] = ['date', 'datetime', 'decimal'];

type Bound = number | string | undefined;

/** A bound that rejects formerly accepted values is breaking. */
function compareBound(name: string, [old, now]: readonly [Bound, Bound], isLowest = false): ValueChange[] {
  const isNarrower = now !== undefined && (old === undefined || (isLowest ? now > old : now < old));
  return differing(name, old, now).map(({ what }) => ({ what, verdict: isNarrower ? 'breaking' : 'safe' }));
}

function compareBounds({ before, after }: Pair<ResourceField>): ValueChange[] {
  const [old, now] = [before.upload, after.upload];
  if (old && now)
    return [
      ...differing('types', old.types, now.types),
      ...compareBound('maxMB', [old.maxMB, now.maxMB]),
      ...compareBound('maxMegapixels', [old.maxMegapixels, now.maxMegapixels]),
    ];
  return [...compareOthers({ before, after }), ...compareLimits({ before, after })];
}

/** A new comparison rejects formerly accepted values, and a removed one accepts formerly rejected values. */
function compareOthers({ before, after }: Pair<ResourceField>): ValueChange[] {
  return comparisonOptions.flatMap((by) =>
    differing(by, before[by], after[by]).map(({ what }) => ({
      what,
      verdict: after[by] === undefined ? 'safe' : 'breaking',
    })),
  );
}

function compareLimits({ before, after }: Pair<ResourceField>): ValueChange[] {
  if (before.kind !== after.kind || !TOLD_HERE.includes(after.kind)) return [];
  return [
    ...compareBound('min', [before.min, after.min], true),
    ...compareBound('max', [before.max, after.max]),
  ];
}

const dynamicDefault = ({ defaultFrom, default: value }: ResourceField) =>
  defaultFrom ? { from: defaultFrom } : value;

/** A default that is the same for all records is part of the endpoints. */
const compareDefaults = ({ before, after }: Pair<ResourceField>): ValueChange[] =>
  before.defaultFrom || after.defaultFrom
    ? differing('default', dynamicDefault(before), dynamicDefault(after))
    : [];

/** The computation of a field, as its entry states it. */
function computedOf({ computed }: ResourceField): string {
  if (!computed) return 'nothing, it was written';
  if ('parts' in computed)
    return computed.parts.map((part) => ('field' in part ? `{${part.field}}` : part.sql)).join('');
  if ('value' in computed) return `${inCode(computed.from)} by ${inCode(computed.value)}`;
  const { aggregate, of, field, through, where } = computed;
  const limit = where ? ` where ${inCode(where)}` : '';
  return `${aggregate} of ${of}${field === undefined ? '' : `.${field}`} through ${through}${limit}`;
}

function compareComputed({ before, after }: Pair<ResourceField>): ValueChange[] {
  const [old, now] = [computedOf(before), computedOf(after)];
  if (old.replaceAll(/\s+/g, '') === now.replaceAll(/\s+/g, '')) return [];
  const what = after.computed
    ? `is computed from ${now}, and not from ${old}`
    : `is written, and not computed from ${old}`;
  return [{ what, verdict: 'review' }];
}
