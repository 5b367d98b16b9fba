import { expect, test } from 'vitest';
import { boolean, defineResources, text } from '#contract/schema/index.ts';
import { detailSections } from './detail-sections.ts';

const fields = {
  code: text({ readOnly: true }),
  title: text({ required: true }),
  author: text(),
  lent: boolean({ readOnly: true }),
  late: boolean({ readOnly: true }),
  shelf: text(),
  checked: boolean({ readOnly: true }),
};

const sectionsOf = (resource: Parameters<typeof detailSections>[0]) =>
  detailSections(resource).map((section) => [section.name, section.fields]);

test('a field without a place in the layout follows its predecessor in the entry', () => {
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
  expect(sectionsOf(books)).toEqual([
    ['place', ['code', 'shelf', 'checked']],
    ['book', ['author', 'lent', 'late', 'title']],
  ]);
  expect(sectionsOf({ ...books, layout: [] })).toEqual([['', Object.keys(fields)]]);
});

test('a read-only field is where the layout names it', () => {
  const layout = [
    { name: 'book', fields: ['author', 'title', 'late'] },
    { name: 'place', fields: ['checked', 'shelf'] },
  ] as const;
  const { books } = defineResources({ books: { fields, layout, rights: { admin: ['read'] } } });
  expect(sectionsOf(books)).toEqual([
    ['book', ['code', 'author', 'lent', 'title', 'late']],
    ['place', ['checked', 'shelf']],
  ]);
});

test('without a layout, all fields are in the order of the entry', () => {
  const { books } = defineResources({ books: { fields, rights: { admin: ['read'] } } });
  expect(sectionsOf(books)).toEqual([['', Object.keys(fields)]]);
});
