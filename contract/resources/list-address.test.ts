import { expect, test } from 'vitest';
import { defineResources, integer, text } from '../schema/index.ts';
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

const read = (address: string, resource = books) => readAddress(resource, new URLSearchParams(address));
const again = (address: string) => writeAddress(read(address)).toString();

test('an address without parameters asks for the list as it is', () => {
  expect(read('')).toEqual({ searchTerm: '', order: undefined, filters: [] });
});

test('what the address says is written back the same', () => {
  const address = 'searchTerm=sea&_sort=pages&_order=desc&title_like=old&pages_gte=100&pages_lte=200';
  expect(again(address)).toBe(address);
});

test('a filter may name several values', () => {
  expect(read('pages=1&pages=2').filters).toMatchObject([{ operator: 'eq', values: ['1', '2'] }]);
});

test('the times of a record are filters of every list', () => {
  expect(again('createdAt_gte=2027-01-31T00%3A00%3A00.000Z')).toBe(
    'createdAt_gte=2027-01-31T00%3A00%3A00.000Z',
  );
});

test('what is not in the entry, or not to be sorted or filtered by, is passed over', () => {
  expect(again('_sort=shelf')).toBe('');
  expect(again('_sort=constructor&shelf=A&nothing=1&pages_gte=')).toBe('');
});

test('where nothing is searched, a search term is passed over', () => {
  expect(read('searchTerm=sea', notes as never).searchTerm).toBe('');
});

test('the call for the first rows is what the address asks for', () => {
  const call = (address: string) => firstListCall(books, new URLSearchParams(address));
  expect(call('')).toBe('/api/books?_end=20&_order=asc&_sort=title&_start=0');
  expect(call('searchTerm=the+(old)+sea&_sort=pages&_order=desc&pages=1&pages=2&lng=fr')).toBe(
    '/api/books?_end=20&_order=desc&_sort=pages&_start=0&pages=1&pages=2&q=the%20%28old%29%20sea',
  );
});
