import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { expect, test } from 'vitest';
import { compareVersions, mergeVersions } from './merge.ts';
import { valuesOf } from './values.ts';

const { books } = lendingLibrary;
const drama = { id: 'd', label: 'Drama' };
const base = { id: '1', title: 'Kintu', author: 'Makumbi', genre: drama, publisher: null };
const inputs = valuesOf(books, base);
const namesOf = (changes: readonly { field: { name: string } }[]) => changes.map(({ field }) => field.name);

test('fields are separated by who changed them', () => {
  const mine = { ...inputs, title: 'Mine', publisher: 'Both' };
  const theirs = { ...base, title: 'Theirs', author: 'Theirs', publisher: 'Both' };
  const { clashes, onlyMine, onlyTheirs } = compareVersions(books, { base, mine, theirs });
  expect(namesOf(clashes)).toEqual(['title']);
  expect(namesOf(onlyTheirs)).toEqual(['author', 'publisher']);
  expect(namesOf(onlyMine)).toEqual([]);
});

test('a reference whose record was renamed has not changed', () => {
  const theirs = { ...base, genre: { id: 'd', label: 'Dramas' } };
  const { clashes, onlyMine, onlyTheirs } = compareVersions(books, { base, mine: inputs, theirs });
  expect([clashes, onlyMine, onlyTheirs]).toEqual([[], [], []]);
});

test('the merged record has both changes, and the chosen side of a clash', () => {
  const mine = { ...inputs, title: 'Mine', genre: { id: 'p', label: 'Poetry' } };
  const theirs = { ...base, title: 'Theirs', publisher: 'Theirs' };
  const merged = (title: 'mine' | 'theirs') => mergeVersions(books, { base, mine, theirs }, { title });
  expect(merged('mine')).toMatchObject({ title: 'Mine', publisher: 'Theirs', genre: { id: 'p' } });
  expect(merged('theirs')).toMatchObject({ title: 'Theirs', publisher: 'Theirs', genre: { id: 'p' } });
});
