import { expect, test } from 'vitest';
import {
  boolean,
  datetime,
  decimal,
  defineResources,
  integer,
  longText,
  reference,
  text,
} from '#contract/schema/index.ts';
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

test('a form has the fields that may be written', () => {
  expect(writable(books).map(({ name }) => name)).not.toContain('shelf');
});

test('a new record starts with the defaults of its entry', () => {
  expect(valuesOfNew(books)).toMatchObject({ title: '', pages: '100' });
});

test('a record that is opened and saved as it is has not changed', () => {
  const values = valuesOf(books, item);
  expect(changesOf(books, values, values)).toEqual({});
});

test('only what became different is sent', () => {
  const before = valuesOf(books, item);
  const after = { ...before, pages: '312', genre: { id: 'h', label: 'Poetry' } };
  expect(changesOf(books, before, after)).toEqual({ pages: 312, genre: 'h' });
});

test('what was emptied is null', () => {
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

test('what is no number is sent as it was typed, for the server to say why', () => {
  expect(bodyOf(books, { ...valuesOfNew(books), pages: 'many' })).toMatchObject({ pages: 'many' });
});

test('what was typed is what differs from before, as the inputs hold it', () => {
  const before = valuesOf(books, item);
  const genre = { id: 'p', label: 'Poetry' };
  expect(typedValues(books, before, { ...before, genre, pages: '1' })).toEqual({ genre, pages: '1' });
});
