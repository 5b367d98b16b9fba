import type { FieldCondition } from '#contract/schema/fields/field.ts';
import type { Resource, ResourceField, UniqueRule } from '#contract/schema/index.ts';
import { matches } from './matches.ts';
import { parseRowFilter } from './parse-row-filter.ts';

type Values = Readonly<Record<string, unknown>>;

/** A `when` is evaluated like a row filter of `where`, against the record itself. */
const holds = (resource: Resource, when: FieldCondition | undefined, values: Values): boolean =>
  when === undefined || matches(parseRowFilter(resource, when), values) === true;

/**
 * Returns whether a field applies to a record: always, unless its `when` names a field with none of the
 * listed values. `values` are in JSON form.
 */
export const fieldApplies = (resource: Resource, { when }: ResourceField, values: Values): boolean =>
  holds(resource, when, values);

/** Returns whether a unique rule applies to a record with these values; false if they do not decide it. */
export const ruleApplies = (resource: Resource, { when }: UniqueRule, values: Values): boolean =>
  holds(resource, when, values);
