// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import type { Labels } from './labels.ts';
import { resourceNamed } from './resource.ts';
import { secondaryText, secondaryTexts } from './secondary-text.ts';
import { signIn, startManager } from './testing/manager-fixture.tsx';

beforeAll(async () => {
  await startManager(new HttpStandIn());
  signIn();
});

const labels: Pick<Labels, 'option'> = { option: (_resource, _field, value) => value };
const book = (id: string, values: object) => ({
  id: `0192f0c0-0000-7000-8000-${id}`,
  title: 'Poems',
  author: '',
  genre: null,
  publisher: null,
  ...values,
});

test('the next column with a value distinguishes records with the same label, else the end of the id', () => {
  const books = resourceNamed('books')!;
  expect(secondaryText(books, book('00000000000a', { author: 'Rumi' }), labels)).toBe('Rumi');
  const genre = { id: 'poetry', label: 'Poetry' };
  expect(secondaryText(books, book('00000000000a', { genre }), labels)).toBe('Poetry');
  expect(secondaryText(books, book('00000000000a', {}), labels)).toBe('#00000a');
  const genres = resourceNamed('genres')!;
  expect(secondaryText(genres, { id: '0192f0c0-0000-7000-8000-0000000000ff', name: 'Drama' }, labels)).toBe(
    '#0000ff',
  );
});

test('a computed value distinguishes no record: a number would be without its label', () => {
  const genre = { id: '0192f0c0-0000-7000-8000-0000000000ff', name: 'Drama', books: 3 };
  expect(secondaryText(resourceNamed('genres')!, genre, labels)).toBe('#0000ff');
});

test('the ends of the ids also distinguish records that share the label and that column', () => {
  const books = resourceNamed('books')!;
  const items = [
    book('00000000000a', { author: 'Rumi' }),
    book('00000000000b', { author: 'Rumi' }),
    book('00000000000c', { author: 'Hafez' }),
  ];
  expect([...secondaryTexts(books, items, labels).values()]).toEqual([
    'Rumi · #00000a',
    'Rumi · #00000b',
    'Hafez',
  ]);
});
