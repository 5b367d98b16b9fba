import { existsSync } from 'node:fs';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { describe, expect, it } from 'vitest';
import { findTests } from './test-resources.ts';

const filesOf = (...names: string[]) => {
  const found = findTests(names, lendingLibrary);
  if ('problem' in found) throw new Error(found.problem);
  return found.files;
};

describe('npm test with the names of resources', () => {
  it('runs the tests of their entries, and those in folders with their names', () => {
    const books = filesOf('books');
    expect(books).toContain('backend/engine/src/records/resources/every-entry.api.test.ts');
    for (const file of books.slice(1)) expect(file).toMatch(/\/books\//);
    expect(filesOf('books', 'genres', 'books')).toEqual(books);
    for (const file of books) expect({ file, exists: existsSync(file) }).toEqual({ file, exists: true });
  });

  it('runs no tests of an entry for users, whom sign-in keeps, but those of their rules', () => {
    const files = filesOf('users');
    expect(files).toContain('backend/engine/src/features/users/users.api.test.ts');
    expect(files).not.toContain('backend/engine/src/records/resources/every-entry.api.test.ts');
  });

  it.each([
    ['boks', 'The resource "boks" is unknown; did you mean "books"?'],
    ['constructor', 'The resource "constructor" is unknown; there are: genres, books,'],
    ['../books', 'The resource "../books" is unknown'],
  ])('names the nearest resource instead of an unknown one: %s', (name, problem) => {
    expect(findTests([name, 'books'], lendingLibrary)).toEqual({
      problem: expect.stringContaining(problem),
    });
  });
});
