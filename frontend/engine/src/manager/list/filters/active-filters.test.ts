import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import {
  type AddressFilter,
  filterable,
  readAddress,
  showsView,
  viewAddress,
  viewQuery,
  writeAddress,
} from '@bindery/contract/records/resources/list-address.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldComponents } from '../../fields/index.ts';
import {
  areIds,
  filtersKey,
  isComplete,
  linesOf,
  operatorsFor,
  toActiveFilters,
  toAddressFilters,
} from './active-filters.ts';

const resources: Resource[] = Object.values(lendingLibrary);

/** Any text that a user may type, including the special characters of a query string. */
const value = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.constantFrom('a&b=c', '__proto__', 'كتاب', '📚+%20', ',', '-1', 'W'.repeat(255)),
);

const filterOf = (field: ResourceField): fc.Arbitrary<AddressFilter> =>
  fc.constantFrom(...field.operators).chain((operator) => {
    const several = operator === 'eq' || operator === 'ne';
    const values =
      operator === 'null'
        ? fc.constantFrom('true', 'false').map((one) => [one])
        : fc.array(value, { minLength: 1, maxLength: several ? 4 : 1 });
    return values.map((given) => ({ field, operator, values: given }));
  });

const addressOf = (resource: Resource) => {
  const fields = fieldsOf(resource);
  const sortable = fields.filter(({ sort }) => sort).map(({ name: field }) => field);
  return fc.record({
    searchTerm: resource.search.length > 0 ? fc.oneof(fc.constant(''), value) : fc.constant(''),
    order: fc.uniqueArray(
      fc.record({ field: fc.constantFrom(...sortable), direction: fc.constantFrom('asc', 'desc') }),
      {
        selector: ({ field }) => field,
        maxLength: 3,
      },
    ),
    filters: fc.uniqueArray(fc.constantFrom(...filterable(resource)).chain(filterOf), {
      selector: ({ field, operator }) => `${field.name} ${operator}`,
    }),
    view: fc.constantFrom('', 'all', '0192f0c0-0000-7000-8000-000000000001'),
    columns: fc.subarray(fields.map(({ name }) => name)),
  });
};

const state = fc
  .constantFrom(...resources)
  .chain((resource) => addressOf(resource).map((address) => ({ resource, address })));

/** The order of the filters in a URL has no meaning. */
const text = (parameters: URLSearchParams) => [...parameters].map((one) => one.join('=')).toSorted();

test('every state of a list is in its URL, from which it is read again', () => {
  fc.assert(
    fc.property(state, ({ resource, address }) => {
      const written = new URLSearchParams(writeAddress(address).toString());
      expect(text(writeAddress(readAddress(resource, written)))).toEqual(text(writeAddress(address)));
    }),
  );
});

test('active filters become the same filters of the URL again', () => {
  fc.assert(
    fc.property(state, ({ resource, address }) => {
      const { filters } = readAddress(resource, writeAddress(address));
      const active = toActiveFilters(filters);
      const again = readAddress(resource, writeAddress({ ...address, filters: toAddressFilters(active) }));
      expect(again.filters).toEqual(filters);
      expect(filtersKey(toActiveFilters(again.filters))).toBe(filtersKey(active));
    }),
  );
});

test('a saved view shows the list that it was saved from', () => {
  fc.assert(
    fc.property(state, ({ resource, address }) => {
      const { columns } = address;
      const view = {
        id: 'v',
        resource: resource.name,
        name: 'Mine',
        query: viewQuery(address),
        columns: columns.length > 0 ? columns : null,
        shared: false,
        isDefault: false,
        isOwn: true,
        mayDelete: true,
        isIncomplete: false,
      };
      const opened = readAddress(resource, writeAddress(viewAddress(resource, view)));
      expect(showsView(resource, { address: opened, view })).toBe(true);
      expect(viewQuery(opened).split('&').toSorted()).toEqual(viewQuery(address).split('&').toSorted());
    }),
  );
});

test('two bounds of a field are one active filter', () => {
  const { copies } = lendingLibrary;
  const activeFilters = (query: string) =>
    toActiveFilters(readAddress(copies, new URLSearchParams(query)).filters).map(
      ({ operator, values }) => `${operator} ${values}`,
    );
  expect(activeFilters('pages_gte=1&pages_lte=9')).toEqual(['between 1,9']);
  expect(activeFilters('pages_gte=1&pages_lt=9')).toEqual(['gte 1', 'lt 9']);
  expect(activeFilters('pages_gte=1&pages_gte=2&pages_lte=9')).toEqual(['gte 1,2', 'lte 9']);
  expect(activeFilters('condition_null=false')).toEqual(['notEmpty ']);
});

test('a filter is complete if its kind accepts the values', () => {
  const { pages, condition } = lendingLibrary.copies.fields;
  const complete = (operator: 'eq' | 'between' | 'empty', values: string[], field = pages) =>
    isComplete({ field, operator, values });
  expect([complete('eq', ['12']), complete('eq', ['1x']), complete('eq', [])]).toEqual([true, false, false]);
  expect([
    complete('between', ['1', '9']),
    complete('between', ['1', '']),
    complete('between', ['1']),
  ]).toEqual([...[true, false, false]]);
  expect(complete('empty', [], condition)).toBe(true);
});

test.each(
  resources.flatMap((resource) =>
    filterable(resource).map((field) => [resource.name, field.name, field] as const),
  ),
)('the filter of %s.%s has an operator, and offers none that another filter uses', (_, __, field) => {
  const offered = operatorsFor(field);
  expect(offered.length).toBeGreaterThan(0);
  for (const other of offered) expect(operatorsFor(field, { others: [other] })).not.toContain(other);
  if (field.required) expect(offered).not.toContain('empty');
  expect(operatorsFor(field, { own: 'like', others: offered })).toEqual(['like']);
  expect(typeof fieldComponents(field.kind).filter.Input).toBe('function');
});

test('a text of several lines becomes its distinct lines, trimmed and without empty ones', () => {
  expect(linesOf('Kintu\r\n  Maru \n\nMaru\u2028كتاب\n')).toEqual(['Kintu', 'Maru', 'كتاب']);
  expect(linesOf('Maru\nMaru')).toEqual(['Maru']);
  for (const single of ['', 'Maru', 'Maru\n', '\n\n']) expect(linesOf(single)).toBeUndefined();
});

test('lines are ids if each of them is an id', () => {
  const id = '01900000-0000-7000-8000-00000000ffFF';
  expect([areIds([id, id]), areIds([id, 'Maru'])]).toEqual([true, false]);
});
