import type { FieldCondition } from '#contract/schema/fields/field.ts';
import type { Resource, ResourceField, UniqueRule } from '#contract/schema/index.ts';
import { matches } from './matches.ts';
import { parseCondition } from './parse-condition.ts';

type Values = Readonly<Record<string, unknown>>;

/** A condition `when` is one on rows like those of `where`, about the record itself. */
const holds = (resource: Resource, when: FieldCondition | undefined, values: Values): boolean =>
  when === undefined || matches(parseCondition(resource, when), values) === true;

/**
 * Returns whether a field applies to a record: always, unless its `when` names a field that has none of the listed
 * values. `values` are in the JSON form.
 */
export const fieldApplies = (resource: Resource, { when }: ResourceField, values: Values): boolean =>
  holds(resource, when, values);

/** Returns whether a unique rule is about a record with these values; not where they do not tell. */
export const ruleApplies = (resource: Resource, { when }: UniqueRule, values: Values): boolean =>
  holds(resource, when, values);
