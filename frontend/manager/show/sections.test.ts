import { expect, test } from 'vitest';
import { boolean, defineResources, text } from '#contract/schema/index.ts';
import { sectionsOf } from './sections.ts';

const fields = {
  title: text({ required: true }),
  author: text(),
  shelf: text(),
  checked: boolean({ readOnly: true }),
};

const namesOf = (resource: Parameters<typeof sectionsOf>[0], shown: readonly string[]) =>
  sectionsOf(
    resource,
    shown.map((name) => resource.fields[name]!),
  ).map(({ section, fields: own }) => [section?.name, own.map(({ name }) => name)]);

test('a record’s page has the sections of the form in their order, without what is not shown, and the other fields last', () => {
  const { books } = defineResources({
    books: {
      fields,
      layout: [
        { name: 'place', fields: ['shelf'] },
        { name: 'book', fields: ['author', 'title'], columns: 2 },
      ],
      rights: { admin: ['read'] },
    },
  });
  expect(namesOf(books, ['title', 'author', 'shelf', 'checked'])).toEqual([
    ['place', ['shelf']],
    ['book', ['author', 'title']],
    [undefined, ['checked']],
  ]);
  expect(namesOf(books, ['author', 'checked'])).toEqual([
    ['book', ['author']],
    [undefined, ['checked']],
  ]);
});

test('a record’s page without a layout has all fields in the order of the entry', () => {
  const { books } = defineResources({ books: { fields, rights: { admin: ['read'] } } });
  expect(namesOf(books, ['title', 'author'])).toEqual([[undefined, ['title', 'author']]]);
});
