import type { FieldCondition } from '#contract/schema/fields/field.ts';
import type { Resource, ResourceField, UniqueRule } from '#contract/schema/index.ts';
import { type ComparedField, comparedValue, holds } from './compared-value.ts';
import { parseRowFilter, type RowFilter } from './parse-row-filter.ts';

/** The JSON of a record, or some of its fields. */
type Values = Readonly<Record<string, unknown>>;

/** Returns the target of a reference, null if there is none; undefined if it is unknown here. */
export type FindTarget = (field: ResourceField, id: string) => Values | null | undefined;

const unknownTarget: FindTarget = () => undefined;

/** Returns whether a record matches a row filter, as SQL does; undefined if something unknown decides. */
export function matches(
  filter: RowFilter,
  record: Values,
  findTarget: FindTarget = unknownTarget,
): boolean | undefined {
  const of = (part: RowFilter) => matches(part, record, findTarget);
  if ('all' in filter) return every(filter.all.map(of));
  if ('any' in filter) return not(every(filter.any.map((part) => not(of(part)))));
  if ('not' in filter) return not(of(filter.not));
  if ('isNull' in filter) {
    const value = fieldValue(record, filter.isNull);
    return value === undefined ? undefined : value === null;
  }
  if ('reference' in filter) {
    const id = fieldValue(record, filter.reference);
    if (id === null || id === undefined) return id === null ? false : undefined;
    const target = findTarget(filter.reference, String(id));
    if (target === undefined) return undefined;
    return target !== null && matches(filter.filter, target, findTarget);
  }
  if ('some' in filter) return someMatches(filter, record, findTarget);
  const { field, comparison } = filter;
  const own = fieldValue(record, field);
  if (own === null || own === undefined) return own === null ? false : undefined;
  const compared = comparedValue(field, own);
  const value = 'clock' in filter ? comparedValue(field, new Date().toISOString()) : filter.value;
  return compared !== undefined && value !== undefined && holds(field, comparison, [compared, value]);
}

function someMatches(
  filter: Extract<RowFilter, { readonly some: ResourceField }>,
  record: Values,
  findTarget: FindTarget,
): boolean | undefined {
  const { some: field } = filter;
  const values = Object.hasOwn(record, field.name) ? record[field.name] : undefined;
  if (values === undefined) return undefined;
  const ids = [values ?? []].flat().map((value) => String(idOf(value)).toLowerCase());
  if ('ids' in filter) return ids.some((id) => filter.ids.includes(id));
  const none = ids.map((id) => {
    const target = findTarget(field, id);
    return not(target && matches(filter.filter, target, findTarget));
  });
  return not(every(none));
}

/** Returns a field's value, or the id of a reference or file; undefined if the record lacks the field. */
const fieldValue = (record: Values, { name, to, upload }: ComparedField): unknown => {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  return to !== undefined || upload !== undefined ? idOf(value) : value;
};

/** Returns the id of a reference given as an id or as `{ id, label }`; other values unchanged. */
export const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

const not = (value: boolean | null | undefined) => (value === undefined ? undefined : !value);

const every = (values: readonly (boolean | undefined)[]) => {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
};

/** A `when` is evaluated like a row filter of `where`, against the record itself. */
const applies = (resource: Resource, when: FieldCondition | undefined, values: Values): boolean =>
  when === undefined || matches(parseRowFilter(resource, when), values) === true;

/**
 * Returns whether a field applies to a record: always, unless its `when` names a field with none of the
 * listed values. `values` are in JSON form.
 */
export const fieldApplies = (resource: Resource, { when }: ResourceField, values: Values): boolean =>
  applies(resource, when, values);

/** Returns whether a unique rule applies to a record with these values; false if they do not decide it. */
export const ruleApplies = (resource: Resource, { when }: UniqueRule, values: Values): boolean =>
  applies(resource, when, values);
