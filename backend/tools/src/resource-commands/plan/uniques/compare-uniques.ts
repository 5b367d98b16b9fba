import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { inCode } from '../in-code.ts';
import { type Pair, sharedResources } from '../pairs.ts';
import type { Verdict } from '../verdict.ts';

type Rule = Resource['unique'][number];

/** An added, removed or changed unique rule. */
export interface UniqueChange {
  readonly change: 'gains' | 'loses' | 'changes';
  /** `products.sku`; for a changed rule with the change: `products.sku: exact false → true` */
  readonly what: string;
  readonly verdict: Verdict;
  /** The current name of the rule in the database; undefined for a removed rule. */
  readonly rule?: string;
  /** The number of rows that violate the rule; undefined if not requested. */
  readonly rows?: number;
}

/**
 * Compares the unique rules of resources that exist before and after. An added or changed rule may reject
 * writes that work today. All properties of a rule count except its name, which follows from the others.
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

/** A rule with the current names of its fields. */
function renamedIn(rule: Rule, { fields }: Resource): Rule {
  const present = (name: string) =>
    Object.values<ResourceField>(fields).find(({ was }) => was === name)?.name ?? name;
  return { ...rule, fields: rule.fields.map(present), reportOn: present(rule.reportOn) };
}

/** The options of a rule in addition to its fields. An empty `within` is omitted, as in earlier versions. */
function optionsOf({
  name: _,
  fields: _fields,
  within,
  ...options
}: Rule): Readonly<Record<string, unknown>> {
  return within?.length ? { ...options, within } : options;
}

/** The options of a rule that differ from the defaults. */
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
