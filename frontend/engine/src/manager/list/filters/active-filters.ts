import { MAX_QUERY_LENGTH } from '@bindery/contract/records/limits.ts';
import {
  type AddressFilter,
  type ListAddress,
  writeAddress,
} from '@bindery/contract/records/resources/list-address.ts';
import type { Operator } from '@bindery/contract/schema/fields/field.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { type FilterOperator, partsOf } from '../../fields/base/field.ts';
import { fieldComponents } from '../../fields/index.ts';

/** A filter of a list as users see it, in one chip: one or two filters of the URL. */
export interface ActiveFilter {
  readonly field: ResourceField;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

const isOne = ({ values }: AddressFilter) => values.length === 1;

/** Returns the active filters of a URL: two bounds of a field become one. */
export function toActiveFilters(filters: readonly AddressFilter[]): ActiveFilter[] {
  const find = (field: ResourceField, operator: Operator) =>
    filters.find((filter) => filter.field === field && filter.operator === operator && isOne(filter));
  return filters.flatMap(({ field, operator, values }): ActiveFilter[] => {
    if (operator === 'null')
      return [{ field, operator: values[0] === 'false' ? 'notEmpty' : 'empty', values: [] }];
    const [from, to] = [find(field, 'gte'), find(field, 'lte')];
    const isBound = (operator === 'gte' || operator === 'lte') && values.length === 1;
    if (!isBound || !from || !to) return [{ field, operator, values }];
    return operator === 'gte' ? [{ field, operator: 'between', values: [...values, ...to.values] }] : [];
  });
}

/** Returns the filters of the URL that active filters consist of. */
export function toAddressFilters(filters: readonly ActiveFilter[]): AddressFilter[] {
  return filters.flatMap(({ field, operator, values }): AddressFilter[] => {
    if (operator === 'between')
      return partsOf(operator).map((part, place) => ({ field, operator: part, values: [values[place]!] }));
    if (isPresence(operator)) return [{ field, operator: 'null', values: [String(operator === 'empty')] }];
    return [{ field, operator, values }];
  });
}

/** Returns whether the server accepts a value. */
export const isAccepted = (field: ResourceField, value: string): boolean =>
  value.trim() !== '' && (fieldComponents(field.kind).filter.accepts?.(value, field) ?? true);

/** Returns whether a filter may have any number of values; a record then matches one or none of them. */
export const takesAnyOf = ({ operator }: Pick<ActiveFilter, 'operator'>): boolean =>
  operator === 'eq' || operator === 'ne';

/** Returns whether a filter only tells whether a field has a value. */
export const isPresence = (operator: FilterOperator): operator is 'empty' | 'notEmpty' =>
  operator === 'empty' || operator === 'notEmpty';

/** Returns whether a filter has all of its values. */
export function isComplete({ field, operator, values }: ActiveFilter): boolean {
  if (isPresence(operator)) return true;
  const needed = operator === 'between' ? 2 : 1;
  return values.length >= needed && values.every((value) => isAccepted(field, value));
}

/**
 * Returns the operators that a filter may have: its own, and those that no other filter of the field
 * uses.
 */
export function operatorsFor(
  field: ResourceField,
  { own, others = [] }: { own?: FilterOperator; others?: readonly FilterOperator[] } = {},
): FilterOperator[] {
  const used = others.flatMap((operator) => partsOf(operator));
  const isFree = (operator: FilterOperator) =>
    partsOf(operator).every((part) => field.operators.includes(part) && !used.includes(part));
  const free = fieldComponents(field.kind).filter.operators.filter(isFree);
  return own === undefined || free.includes(own) ? free : [own, ...free];
}

/** Returns a key of filters, regardless of their order. */
export const filtersKey = (filters: readonly ActiveFilter[]): string =>
  filters
    .map(({ field, operator, values }) => JSON.stringify([field.name, operator, ...values]))
    .toSorted()
    .join();

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the distinct, non-empty lines of a pasted text; undefined for a text of one line. */
export function linesOf(text: string): readonly string[] | undefined {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  const different = [...new Set(lines)].filter((line) => line !== '');
  return lines.filter((line) => line !== '').length > 1 ? different : undefined;
}

/** Returns whether all lines are ids. */
export const areIds = (lines: readonly string[]): boolean => lines.every((line) => UUID.test(line));

/** Returns whether the URL of a list is longer than the server accepts. */
export const isTooLong = (address: ListAddress): boolean =>
  writeAddress(address).toString().length > MAX_QUERY_LENGTH;
