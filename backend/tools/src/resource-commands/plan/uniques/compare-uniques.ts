import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { inCode } from '../in-code.ts';
import { type Pair, sharedResources } from '../pairs.ts';
import type { Verdict } from '../verdict.ts';

type Rule = Resource['unique'][number];

/** A unique rule that is new, has gone, or says something else than before. */
export interface UniqueChange {
  readonly change: 'gains' | 'loses' | 'changes';
  /** `products.sku`, and of a changed rule what has changed: `products.sku: exact false → true` */
  readonly what: string;
  readonly verdict: Verdict;
  /** The name of the rule as it is now, in the database; undefined where it has gone. */
  readonly rule?: string;
  /** How many rows violate the rule; undefined where that was not asked. */
  readonly rows?: number;
}

/**
 * Compares the unique rules of resources that are there before and after. Writes that work today may be refused by a new
 * rule, and by one that says something else. All properties of a rule count but its name, which follows from the others.
 */
export const compareUniques = (configs: Pair<AllResources>): UniqueChange[] =>
  sharedResources(configs).flatMap(({ before, after }) => compareRules(before, after));

function compareRules(before: Resource, after: Resource): UniqueChange[] {
  const old = before.unique.map((rule) => renamedIn(rule, after));
  const same = (a: Rule, b: Rule) => propertiesOf(a) === propertiesOf(b);
  const gone = old.filter((rule) => !after.unique.some((other) => same(rule, other)));
  const added = after.unique.filter((rule) => !old.some((other) => same(rule, other)));
  const changed = added.flatMap((now): [Rule, Rule][] => {
    const was = gone.find((rule) => rule.fields.join() === now.fields.join());
    if (was) gone.splice(gone.indexOf(was), 1);
    return was ? [[was, now]] : [];
  });
  const at = (rule: Rule) => `${after.name}.${rule.fields.join(' + ')}`;
  return [
    ...added
      .filter((rule) => !changed.some(([, now]) => now === rule))
      .map((rule): UniqueChange => {
        return {
          change: 'gains',
          what: [at(rule), ...unusualOptions(rule)].join(', '),
          verdict: 'breaking',
          rule: rule.name,
        };
      }),
    ...changed.map(([was, now]): UniqueChange => {
      const what = `${at(now)}: ${differences(was, now).join(', ')}`;
      return { change: 'changes', what, verdict: 'review', rule: now.name };
    }),
    ...gone.map((rule): UniqueChange => ({ change: 'loses', what: at(rule), verdict: 'safe' })),
  ];
}

/** A rule with its fields as the entry calls them now. */
function renamedIn(rule: Rule, { fields }: Resource): Rule {
  const present = (name: string) =>
    Object.values<ResourceField>(fields).find(({ was }) => was === name)?.name ?? name;
  return { ...rule, fields: rule.fields.map(present), reportOn: present(rule.reportOn) };
}

/** What a rule says beside its fields. One that is within no rows says nothing of them, as in earlier versions. */
function optionsOf({
  name: _,
  fields: _fields,
  within,
  ...options
}: Rule): Readonly<Record<string, unknown>> {
  return within?.length ? { ...options, within } : options;
}

/** The options of a rule, without those that rules have where the entry says nothing. */
function unusualOptions(rule: Rule): string[] {
  const [reportOn] = rule.fields;
  const usual: Readonly<Record<string, unknown>> = { reportOn, exact: false, nulls: 'distinct' };
  return Object.entries(optionsOf(rule))
    .filter(([name, value]) => value !== undefined && value !== usual[name])
    .map(([name, value]) => `${name} ${inCode(value)}`);
}

const propertiesOf = (rule: Rule): string =>
  inCode([rule.fields, Object.entries(optionsOf(rule)).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

function differences(before: Rule, after: Rule): string[] {
  const [old, now] = [optionsOf(before), optionsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => inCode(old[name]) !== inCode(now[name]))
    .map((name) => `${name} ${inCode(old[name])} → ${inCode(now[name])}`);
}
