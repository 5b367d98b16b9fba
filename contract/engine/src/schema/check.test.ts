import { expect, it } from 'vitest';
import { check } from './check.ts';
import { defineResources, email, file, image, integer, longText, text } from './index.ts';

const rights = {};
const name = text();
const complaints = (entries: Parameters<typeof check>[0]) =>
  check(entries).map(({ resource, key, problem }) => `${resource}.${key} ${problem}`);

it('a former name of a field or resource is accepted', () => {
  const entries = { racks: { was: 'shelves', fields: { name: text({ was: 'title' }) }, rights } };
  expect(complaints(entries)).toEqual([]);
});

it.each([
  [
    'is one that nothing could have',
    { racks: { was: 'the shelves', fields: { name }, rights } },
    'must be a valid name',
  ],
  ['is the name of today', { racks: { was: 'racks', fields: { name }, rights } }, 'still in use'],
  [
    'belongs to another resource',
    { racks: { was: 'boxes', fields: { name }, rights }, boxes: { fields: { name }, rights } },
    'still in use',
  ],
  [
    'belongs to another field',
    { racks: { fields: { name, title: text({ was: 'name' }) }, rights } },
    'still in use',
  ],
  [
    'is stated twice',
    { racks: { fields: { name: text({ was: 'label' }), title: text({ was: 'label' }) }, rights } },
    'also the former name of',
  ],
  [
    'is stated of what sign-in keeps',
    { users: { managedBy: 'auth' as const, fields: { email: email({ was: 'address' }) }, rights } },
    'better-auth owns',
  ],
])('a former name is rejected that %s', (_, entries, problem) => {
  expect(complaints(entries).join('\n')).toContain(problem);
});

it('an entry without fields is reported, also where another one counts its records', () => {
  const books = {
    fields: { name, loans: integer({ computed: { count: 'loans', through: 'book' } }) },
    rights,
  };
  for (const fields of [undefined, null, {}])
    expect(complaints({ books, loans: { fields: fields!, rights } })).toEqual([
      'loans.fields must name at least one field',
    ]);
});

it.each([
  ['rights.admin', { rights: { admin: [undefined] } }, 'undefined is unknown; there are: read'],
  ['unique', { unique: [{ fields: [null] }] }, 'null is unknown; there are: name'],
  ['layout', { layout: [{ name: 'all', fields: [5, 'name'] }] }, '5 is unknown; there are: name'],
  ['fields.name.readBy', { fields: { name: text({ readBy: [undefined!] }) } }, 'undefined is unknown'],
  ['fields.name.max', { fields: { name: { ...text(), max: 900n } } }, '900n must be from 1 to 500'],
])('%s with another value than a name is reported like an unknown name', (key, part, problem) => {
  const define = defineResources as (entries: object) => unknown;
  expect(() => define({ racks: { fields: { name }, rights, ...part } })).toThrow(`racks.${key}: ${problem}`);
});

it.each([
  ['notes', 'a longText is too long to sort by'],
  ['-photo', 'images have no order'],
  ['scan', 'files have no order'],
])('an entry cannot be sorted by %s, which lists could not follow', (sort, problem) => {
  const fields = { name, notes: longText(), photo: image(), scan: file() };
  expect(complaints({ books: { fields, sort, rights } })).toEqual([`books.sort cannot be: ${problem}`]);
});

it('a list does not name a column twice', () => {
  const entry = { fields: { name, code: text() }, rights };
  expect(complaints({ racks: { ...entry, list: ['name', 'code', 'name', 'name'] } })).toEqual([
    'racks.list is in the list twice',
  ]);
  expect(complaints({ racks: { ...entry, list: ['name', 'code'] } })).toEqual([]);
});

it('only the users belong to better-auth', () => {
  expect(complaints({ racks: { managedBy: 'auth', fields: { name }, rights } })).toContain(
    'racks.managedBy cannot be: better-auth stores only the users',
  );
});
