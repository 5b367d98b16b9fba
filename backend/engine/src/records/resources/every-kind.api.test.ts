import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { describe } from 'vitest';
import { testEntries } from '#backend/testing/entry-tests.ts';

// A new kind of field is tested here without further changes: `specimens` has one of each.
describe('every kind of field in the lending library', () =>
  testEntries(lendingLibrary, (name) => name === 'specimens'));
