import { describe, expect, expectTypeOf, it } from 'vitest';
import { fieldErrors } from '#contract/records/validation.ts';
import { lendingLibrary as resources } from '#contract/testing/lending-library.ts';
import { listQueryOf, type RawListQuery } from './list-query.ts';

const schema = listQueryOf(resources.books);
const ID = '0192f0c0-0000-7000-8000-000000000001';
const OTHER = '0192f0c0-0000-7000-8000-000000000002';

const requested = (query: object) => schema.parse(query);
const rejected = (query: object) => {
  const result = schema.safeParse(query, { reportInput: true });
  return result.success ? 'taken' : fieldErrors(result.error.issues);
};

describe('a list', () => {
  it('returns the first twenty records by default', () => {
    expect(requested({})).toEqual({ start: 0, end: 20, order: [], filters: [] });
  });

  it('is sorted by several fields, as in json-server', () => {
    expect(requested({ _sort: 'author,title', _order: 'DESC' }).order).toEqual([
      { field: 'author', direction: 'desc' },
      { field: 'title', direction: 'asc' },
    ]);
  });

  it('accepts a filter once or several times', () => {
    expect(requested({ genre: ID }).filters).toEqual([{ field: 'genre', operator: 'eq', values: [ID] }]);
    expect(requested({ genre: [ID, OTHER] }).filters).toEqual([
      { field: 'genre', operator: 'eq', values: [ID, OTHER] },
    ]);
  });

  it('accepts the operators of a kind', () => {
    expect(requested({ title_like: 'poe', createdAt_gte: '2026-01-01T00:00:00Z' }).filters).toEqual([
      { field: 'title', operator: 'like', values: ['poe'] },
      { field: 'createdAt', operator: 'gte', values: ['2026-01-01T00:00:00.000Z'] },
    ]);
  });

  it('accepts inclusive and exclusive bounds', () => {
    const bounds = { createdAt_gt: '2026-01-01T00:00:00Z', createdAt_lt: '2026-02-01T00:00:00Z' };
    expect(requested(bounds).filters.map(({ operator }) => operator)).toEqual(['gt', 'lt']);
  });

  it('accepts the start of a text', () => {
    expect(requested({ title_startsWith: 'the' }).filters).toEqual([
      { field: 'title', operator: 'startsWith', values: ['the'] },
    ]);
  });

  it('fetches several records by their ids', () => {
    expect(requested({ id: [ID, OTHER] }).ids).toEqual([ID, OTHER]);
  });

  it('fetches all records with the given ids, even more than a page', () => {
    const ids = Array.from({ length: 50 }, (_, number) => ID.replace(/..$/, String(number).padStart(2, '0')));
    expect(requested({ id: ids })).toMatchObject({ start: 0, end: 50 });
  });

  it('ignores a blank search term', () => {
    expect(requested({ q: '  ' }).q).toBeUndefined();
  });
});

describe('an invalid query is rejected with the name of the parameter', () => {
  it.each([
    ['an unknown parameter', { _page: '2' }, '_page'],
    ['an unknown field', { isbn: '1' }, 'isbn'],
    ['an operator the field does not have', { genre_gte: ID }, 'genre_gte'],
    ['the start of a value that is no text', { createdAt_startsWith: '2026' }, 'createdAt_startsWith'],
    ['a bound that is named twice', { createdAt_gt: ['2026-01-01T00:00:00Z', 'x'] }, 'createdAt_gt'],
    ['a field without an index', { publisher: 'x' }, 'publisher'],
    ['an order by an unknown field', { _sort: 'titel' }, '_sort'],
    ['an order by a field without an index', { _sort: 'publisher' }, '_sort'],
    ['an unknown direction', { _sort: 'title', _order: 'up' }, '_order'],
    ['more than a hundred at once', { _start: '0', _end: '101' }, '_end'],
    ['a page that ends before it starts', { _start: '20', _end: '10' }, '_end'],
    ['a start that is no number', { _start: '-1' }, '_start'],
    ['a reference that is no id', { genre: 'poetry' }, 'genre'],
    ['an id that is none', { id: 'x' }, 'id'],
    ['a moment that is none', { createdAt_gte: 'today' }, 'createdAt_gte'],
  ])('%s', (_, query, name) => {
    expect(Object.keys(rejected(query))).toEqual([name]);
  });
});

describe('the types of a query', () => {
  type BookQuery = RawListQuery<NonNullable<(typeof resources.books)['types']>>;

  it('contain the filters of the entry and no others', () => {
    expectTypeOf<BookQuery>().toHaveProperty('genre');
    expectTypeOf<BookQuery>().toHaveProperty('title_like');
    expectTypeOf<BookQuery>().toHaveProperty('title_startsWith');
    expectTypeOf<BookQuery>().toHaveProperty('createdAt_gt');
    expectTypeOf<BookQuery>().not.toHaveProperty('publisher');
    expectTypeOf<BookQuery>().toHaveProperty('publisher_null');
    expectTypeOf<BookQuery>().not.toHaveProperty('genre_gte');
  });
});
