import { describe, expect, test } from 'vitest';
import { type Texts, translate } from './translate.ts';

const texts: Texts = {
  books: {
    title: 'Books',
    found_zero: 'none',
    found_one: '{{count}} book',
    found_two: 'two',
    found_few: 'a few',
    found_many: 'many',
    found_other: '{{count}} books',
    welcome: 'Welcome {{name}}',
    total: '{{count}} of {{total}}',
  },
};

const english = (key: string, values?: Record<string, string | number>) =>
  translate({ language: 'en', texts, key, values });

describe('a text', () => {
  test('is found by its path', () => {
    expect(english('books.title')).toBe('Books');
  });

  test('is undefined when there is none, or when the key names a group', () => {
    expect(english('books.nothing')).toBeUndefined();
    expect(english('books')).toBeUndefined();
    expect(english('books.title.more')).toBeUndefined();
  });

  test('has its values filled in, and nothing that is not given', () => {
    expect(english('books.welcome', { name: 'Ada' })).toBe('Welcome Ada');
    expect(english('books.welcome')).toBe('Welcome ');
  });

  test('keeps a value apart from the direction of Arabic, but not a number', () => {
    const arabic = translate({ language: 'ar', texts, key: 'books.welcome', values: { name: 'Ada' } });
    expect(arabic).toBe('Welcome \u2068Ada\u2069');
  });

  test('writes numbers as its language does', () => {
    expect(english('books.found', { count: 1234 })).toBe('1,234 books');
    const french = translate({ language: 'fr', texts, key: 'books.found', values: { count: 1234 } });
    expect(french).toMatch(/^1\s234 books$/u);
  });
});

describe('a count', () => {
  test.each([
    [0, 'none'],
    [1, '1 book'],
    [2, '2 books'],
    [7, '7 books'],
  ])('of %d takes the English form', (count, expected) => {
    expect(english('books.found', { count })).toBe(expected);
  });

  test.each([
    [0, 'none'],
    [2, 'two'],
    [3, 'a few'],
    [10, 'a few'],
    [11, 'many'],
    [99, 'many'],
    [103, 'a few'],
  ])('of %d takes one of the six Arabic forms', (count, expected) => {
    expect(translate({ language: 'ar', texts, key: 'books.found', values: { count } })).toBe(expected);
  });

  test('leaves a text without plural forms as it is', () => {
    expect(english('books.total', { count: 20, total: '100' })).toBe('20 of 100');
  });
});
