import type { Resource } from '@bindery/contract/schema/index.ts';
import { lendingLibrary as resources } from '@bindery/contract/testing/lending-library.ts';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import english from '#frontend/locales/en/errors.json' with { type: 'json' };
import { errorTexts } from './field-errors.ts';

beforeAll(() =>
  i18next.init({ lng: 'en', resources: { en: { errors: english } }, ns: ['errors'], nsSeparator: '.' }),
);

const labels = {
  field: (_: Resource, { title }: { title: string }) => title,
  singular: ({ singularTitle }: Resource) => singularTitle,
  option: (_: Resource, __: unknown, value: string) => value.toUpperCase(),
};

const of = (name: 'books' | 'genres' | 'users') => errorTexts(resources[name], labels);

test('an error uses the label of the field', () => {
  expect(of('books')('title', { key: 'errors.required' })).toBe('Title is required');
});

test('an error uses the labels of other fields, the record and the options', () => {
  const together = { key: 'errors.uniqueTogether', values: { others: 'author' } };
  expect(of('books')('title', together)).toBe('Title already used with the same author');
  expect(of('genres')('name', { key: 'errors.unique', values: { record: 'x' } })).toBe(
    'Genre already exists',
  );
  const options = { key: 'errors.invalidOption', values: { options: 'user, admin' } };
  expect(of('users')('role', options)).toBe('Role must be one of: USER, ADMIN');
});

test("an error without a translation shows the server's message", () => {
  expect(of('books')('title', { key: 'errors.myOwn', message: 'Not on a Sunday' })).toBe('Not on a Sunday');
});
