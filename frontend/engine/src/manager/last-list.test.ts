// @vitest-environment jsdom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { continueList, neighboursOf, rememberList } from './last-list.ts';

const requested: string[] = [];

beforeEach(() => {
  requested.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    return Response.json([{ id: 'c' }, { id: 'd' }], { headers: { 'x-next-cursor': 'after d' } });
  });
  rememberList({
    resource: 'books',
    ids: ['a', '1', '2', '3', '4', 'b'],
    total: 99_793,
    exact: true,
    call: '/api/books?_end=2&q=sea',
    next: 'after b+',
  });
});
afterAll(() => vi.unstubAllGlobals());

test('a record has its place in the whole list, not in the loaded part', () => {
  expect(neighboursOf('books', 'a')).toMatchObject({ next: '1', place: 1, total: 99_793, goesOn: false });
  // Read before the user is at the end.
  expect(neighboursOf('books', '1')).toMatchObject({ previous: 'a', next: '2', goesOn: true });
  expect(neighboursOf('books', 'b')).toMatchObject({ previous: '4', next: undefined, goesOn: true });
  expect(neighboursOf('books', 'x')).toBeUndefined();
  expect(neighboursOf('genres', 'a')).toBeUndefined();
});

test('the list continues after the last known record, with the same query and its cursor', async () => {
  await Promise.all([continueList('books'), continueList('books')]);
  expect(requested).toEqual(['/api/books?_end=2&q=sea&_after=after+b%2B']);
  expect(neighboursOf('books', 'b')).toMatchObject({ next: 'c' });
  expect(neighboursOf('books', 'd')).toMatchObject({ previous: 'c', place: 8, goesOn: true });
  await continueList('genres');
  expect(requested).toHaveLength(1);
});
