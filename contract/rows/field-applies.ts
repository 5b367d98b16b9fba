import type { Resource, ResourceField, UniqueRule } from '#contract/schema/index.ts';
import { matches } from './matches.ts';
import { parseCondition } from './parse-condition.ts';

/**
 * Returns whether a field applies to a record: always, unless its `when` names a field that has none of the listed
 * values. `when` is a condition on rows like those of `where`, about the record itself. `values` are in the JSON form.
 */
export const fieldApplies = (
  resource: Resource,
  { when }: ResourceField,
  values: Readonly<Record<string, unknown>>,
): boolean => when === undefined || matches(parseCondition(resource, when), values) === true;

/** Returns whether a unique rule is about a record with these values; not where they do not tell. */
export const ruleApplies = (
  resource: Resource,
  { when }: UniqueRule,
  values: Readonly<Record<string, unknown>>,
): boolean => when === undefined || matches(parseCondition(resource, when), values) === true;
