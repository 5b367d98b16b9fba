import { expect, test } from 'vitest';
import { decimal, defineResources, type Entries, integer, longText, select, text } from './index.ts';

const problemsOf = (fields: object, layout?: object): string => {
  const entries: Record<string, unknown> = { books: { fields, rights: {}, ...(layout && { layout }) } };
  try {
    defineResources(entries as Entries);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

const kind = select(['novel', 'essay']);
const on = (when: unknown) => ({ title: text(), kind, pages: { ...integer(), when } });

test('a `when` and a layout become part of the resource, and a required field is required only while its `when` is met', () => {
  const { books } = defineResources({
    books: {
      fields: {
        title: text({ required: true }),
        kind,
        plot: longText({ required: true, when: { kind: ['novel'] } }),
      },
      layout: [
        { name: 'aboutIt', fields: ['kind', 'title'], columns: 2 },
        { name: 'plot', fields: ['plot'] },
      ],
      rights: {},
    },
  });
  expect(books.fields.plot).toMatchObject({
    required: false,
    isRequiredWhen: true,
    when: { kind: ['novel'] },
  });
  expect(books.layout.map(({ title, columns }) => [title, columns])).toEqual([
    ['About it', 2],
    ['Plot', 1],
  ]);
});

test.each([
  [{ knd: ['novel'] }, 'books.fields.pages.when.knd: "knd" is unknown; did you mean "kind"?'],
  [{ kind: ['novle'] }, 'books.fields.pages.when.kind: "novle" is unknown; did you mean "novel"?'],
  [{ kind: [] }, 'books.fields.pages.when.kind: [] must list at least one value'],
  [
    { title: ['x'] },
    'books.fields.pages.when.title: "text" cannot be part of "when": only a select or a boolean can',
  ],
  [{ pages: [1] }, 'books.fields.pages.when.pages: "pages" cannot depend on itself'],
  [{}, 'books.fields.pages.when: {} must name a field with its values'],
  ['kind', 'books.fields.pages.when: "kind" must name a field with its values'],
])('the `when` %j stops the start with a clear message', (when, problem) => {
  expect(problemsOf(on(when))).toContain(problem);
});

test('a `when` cannot depend on a field with another, have a default, or be on a read-only or hidden field', () => {
  const chained = { kind, cover: select(['soft'], { when: { kind: ['novel'] } }) };
  expect(problemsOf({ ...chained, size: decimal({ when: { cover: ['soft'] } }) })).toContain(
    'has a "when" itself',
  );
  expect(problemsOf({ kind, size: decimal({ default: 1, when: { kind: ['novel'] } }) })).toContain(
    'with a default',
  );
  expect(problemsOf({ kind, size: decimal({ readOnly: true, when: { kind: ['novel'] } }) })).toContain(
    'read-only',
  );
  const fixed = select(['novel'], { readOnly: true });
  expect(problemsOf({ kind: fixed, size: decimal({ when: { kind: ['novel'] } }) })).toContain(
    'no form could meet',
  );
  const secret = select(['novel'], { readBy: ['admin'] });
  expect(problemsOf({ kind: secret, size: decimal({ when: { kind: ['novel'] } }) })).toContain(
    'is hidden from user',
  );
});

test('a `when` on an unknown field or an unknown value does not compile', () => {
  expect(() =>
    defineResources({
      // @ts-expect-error there is no value "novle"
      books: { fields: { kind, pages: integer({ when: { kind: ['novle'] } }) }, rights: {} },
    }),
  ).toThrow('did you mean "novel"?');
  expect(() =>
    defineResources({
      // @ts-expect-error there is no field "knd"
      books: { fields: { kind, pages: integer({ when: { knd: ['novel'] } }) }, rights: {} },
    }),
  ).toThrow('did you mean "kind"?');
});

const fields = { title: text(), author: text(), code: text({ readOnly: true }) };

test.each([
  [[{ name: 'all', fields: ['title', 'autor'] }], 'books.layout: "autor" is unknown; did you mean "author"?'],
  [[{ name: 'all', fields: ['title'] }], 'books.layout: "author" is missing'],
  [[{ name: 'all', fields: ['title', 'author', 'title'] }], 'books.layout: "title" is in the layout twice'],
  [[{ name: 'all', fields: ['title', 'author'], columns: 3 }], 'books.layout.columns: 3 must be 1 or 2'],
  [[{ name: 'all', fields: ['title', 'author'], colums: 2 }], 'books.layout.colums: "colums" is unknown'],
  [
    [
      { name: 'a', fields: ['title'] },
      { name: 'a', fields: ['author'] },
    ],
    'is the name of two sections',
  ],
  [[{ fields: ['title', 'author'] }], 'books.layout.name: undefined must be a name in camelCase'],
  [['title'], 'books.layout: "title" must be a section, such as'],
  [{ title: 1 }, 'must be a list of sections'],
])('the layout %j stops the start with a clear message', (layout, problem) => {
  expect(problemsOf(fields, layout)).toContain(problem);
});

test('a layout needs no place for a read-only field', () => {
  expect(problemsOf(fields, [{ name: 'all', fields: ['author', 'title'] }])).toBe('');
});
