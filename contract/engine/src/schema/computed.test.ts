import { expect, test } from 'vitest';
import { decimal, defineResources, integer, reference, select, text } from './index.ts';

test('the compiler knows the names in a computed field', () => {
  const loans = {
    fields: { book: reference('books'), fee: decimal(), state: select(['open', 'shut']) },
    rights: {},
  };
  const rejected = [
    // @ts-expect-error: no such field
    () => defineResources({ books: { fields: { a: integer({ computed: '{b} + 1' }) }, rights: {} } }),
    () =>
      defineResources({
        // @ts-expect-error: no such resource
        books: { fields: { a: integer({ computed: { count: 'lones', through: 'book' } }) }, rights: {} },
        loans,
      }),
    () =>
      defineResources({
        // @ts-expect-error: the field refers to no book
        books: { fields: { a: integer({ computed: { count: 'loans', through: 'fee' } }) }, rights: {} },
        loans,
      }),
    () =>
      defineResources({
        books: {
          fields: {
            title: text(),
            // @ts-expect-error: the title may be empty
            a: text({ computed: { from: ['title'], value: ({ title }: { title: string }) => title } }),
          },
          rights: {},
        },
      }),
    () =>
      defineResources({
        books: {
          fields: {
            b: integer(),
            // @ts-expect-error: not the type of the field
            a: integer({ computed: { from: ['b'], value: () => 'x' } }),
          },
          rights: {},
        },
      }),
  ];
  expect(rejected).toHaveLength(5);
});
