import {
  boolean,
  datetime,
  decimal,
  defineResources,
  integer,
  longText,
  reference,
  text,
} from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { bodyOf, changesOf, typedValues, valuesOf, valuesOfNew, writable } from './values.ts';

const resources = defineResources({
  genres: { fields: { name: text({ required: true }) }, rights: {} },
  books: {
    fields: {
      title: text({ required: true }),
      notes: longText(),
      pages: integer({ default: 100 }),
      price: decimal(),
      lent: boolean(),
      returned: datetime(),
      genre: reference('genres'),
      shelf: text({ readOnly: true }),
    },
    rights: {},
  },
});
const { books } = resources;

const item = {
  id: '1',
  title: 'Kintu',
  notes: null,
  pages: 0,
  price: '12.50',
  lent: false,
  returned: '2027-01-31T12:00:00.000Z',
  genre: { id: 'g', label: 'Drama' },
  shelf: 'A',
};

test('a form has the writable fields', () => {
  expect(writable(books).map(({ name }) => name)).not.toContain('shelf');
});

test('a new record starts with the defaults of its resource', () => {
  expect(valuesOfNew(books)).toMatchObject({ title: '', pages: '100' });
});

test('a record that is saved unchanged has no changes', () => {
  const values = valuesOf(books, item);
  expect(changesOf(books, values, values)).toEqual({});
});

test('only changed fields are sent', () => {
  const before = valuesOf(books, item);
  const after = { ...before, pages: '312', genre: { id: 'h', label: 'Poetry' } };
  expect(changesOf(books, before, after)).toEqual({ pages: 312, genre: 'h' });
});

test('an emptied field is sent as null', () => {
  const before = valuesOf(books, item);
  const after = {
    ...before,
    title: '  ',
    pages: '',
    price: '',
    lent: undefined,
    returned: '',
    genre: undefined,
  };
  expect(changesOf(books, before, after)).toEqual({
    title: null,
    pages: null,
    price: null,
    lent: null,
    returned: null,
    genre: null,
  });
});

test('an invalid number is sent as typed, so that the server returns the error', () => {
  expect(bodyOf(books, { ...valuesOfNew(books), pages: 'many' })).toMatchObject({ pages: 'many' });
});

test('the typed values are the changed ones, in the format of the inputs', () => {
  const before = valuesOf(books, item);
  const genre = { id: 'p', label: 'Poetry' };
  expect(typedValues(books, before, { ...before, genre, pages: '1' })).toEqual({ genre, pages: '1' });
});
