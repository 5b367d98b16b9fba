import {
  defineResources,
  file,
  integer,
  reference,
  references,
  text,
} from '@bindery/contract/schema/index.ts';
import { expect, it } from 'vitest';
import { computedByFunction } from './computed.ts';

it('passes to a function the ids of references and the facts of a file that are the same for all readers', () => {
  const given: unknown[] = [];
  const value = (record: object) => {
    given.push(record);
    return 'made';
  };
  const { loans } = defineResources({
    books: { fields: { title: text() }, rights: {} },
    loans: {
      fields: {
        days: integer(),
        book: reference('books'),
        others: references('books'),
        receipt: file(),
        made: text({ computed: { from: ['days', 'book', 'others', 'receipt'], value } }),
      },
      label: 'days',
      rights: {},
    },
  });
  const { readers, columns } = computedByFunction(loans, Object.values(loans.fields));
  expect(columns).toHaveLength(4);
  const facts = {
    id: 'f',
    name: 'a.png',
    type: 'image/png',
    size: 7,
    width: 3,
    height: 2,
    thumbnails: [160],
  };
  const row = { 'from.days': 3, 'from.book': 'b', 'from.others': ['c', 'd'], 'from.receipt': facts };
  expect(readers.get('made')?.(row)).toBe('made');
  readers.get('made')?.({ 'from.days': null, 'from.book': null, 'from.others': [], 'from.receipt': null });
  const receipt = { id: 'f', name: 'a.png', type: 'image/png', size: 7, width: 3, height: 2 };
  expect(given).toEqual([
    { days: 3, book: 'b', others: ['c', 'd'], receipt },
    { days: null, book: null, others: [], receipt: null },
  ]);
});
