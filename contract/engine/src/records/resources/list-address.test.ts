import { expect, test } from 'vitest';
import { defineResources, integer, type Resource, text } from '#contract/schema/index.ts';
import { firstListCall, readAddress, writeAddress } from './list-address.ts';

const { books, notes } = defineResources({
  books: {
    fields: {
      title: text({ required: true, search: true }),
      pages: integer(),
      shelf: text(),
    },
    rights: {},
  },
  notes: { fields: { body: text() }, rights: {} },
});

const read = (address: string, resource: Resource = books) =>
  readAddress(resource, new URLSearchParams(address));
const again = (address: string) => writeAddress(read(address)).toString();

test('an address without parameters is the unfiltered list in default order', () => {
  expect(read('')).toEqual({ searchTerm: '', order: [], filters: [], view: '', columns: [] });
});

test('a parsed address is serialized unchanged', () => {
  const address = 'searchTerm=sea&_sort=pages&_order=desc&title_like=old&pages_gte=100&pages_lte=200';
  expect(again(address)).toBe(address);
});

test('a list is sorted by several columns, also by the timestamps of a record', () => {
  expect(again('_sort=pages%2CcreatedAt%2Ctitle&_order=desc%2Casc%2Casc')).toBe(
    '_sort=pages%2CcreatedAt%2Ctitle&_order=desc%2Casc%2Casc',
  );
  expect(read('_sort=pages,title&_order=desc').order).toEqual([
    { field: 'pages', direction: 'desc' },
    { field: 'title', direction: 'asc' },
  ]);
});

test('a column that is named twice or is not sortable is ignored, with its direction', () => {
  expect(read('_sort=shelf,title,title,pages&_order=asc,desc,asc,desc').order).toEqual([
    { field: 'title', direction: 'desc' },
    { field: 'pages', direction: 'desc' },
  ]);
});

test('a filter may name several values', () => {
  expect(read('pages=1&pages=2').filters).toMatchObject([{ operator: 'eq', values: ['1', '2'] }]);
});

test('the timestamps of a record are filters of every list', () => {
  expect(again('createdAt_gte=2027-01-31T00%3A00%3A00.000Z')).toBe(
    'createdAt_gte=2027-01-31T00%3A00%3A00.000Z',
  );
});

test('the address contains the view and its columns', () => {
  expect(again('_view=all&_columns=shelf%2Ctitle')).toBe('_view=all&_columns=shelf%2Ctitle');
  expect(again('_columns=nothing,title,constructor,title')).toBe('_columns=title');
});

test('unknown fields, and fields that are not sortable or filterable, are ignored', () => {
  expect(again('_sort=shelf')).toBe('');
  expect(again('_sort=constructor&shelf=A&nothing=1&pages_gte=')).toBe('');
});

test('a search term is ignored for a resource without searched fields', () => {
  expect(read('searchTerm=sea', notes).searchTerm).toBe('');
});

test('the call for the first page has the parameters of the address', () => {
  const call = (address: string) => firstListCall(books, new URLSearchParams(address));
  expect(call('')).toBe('/api/books?_end=20&_order=asc&_sort=title&_start=0');
  expect(call('_sort=pages,title&_order=desc')).toBe(
    '/api/books?_end=20&_order=desc%2Casc&_sort=pages%2Ctitle&_start=0',
  );
  expect(call('searchTerm=the+(old)+sea&_sort=pages&_order=desc&pages=1&pages=2&lng=fr')).toBe(
    '/api/books?_end=20&_order=desc&_sort=pages&_start=0&pages=1&pages=2&q=the%20%28old%29%20sea',
  );
});
