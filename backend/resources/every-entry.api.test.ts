import { describe } from 'vitest';
import { lendingLibrary } from '#contract/testing/lending-library.ts';
import config from '#resources.config';
import { testEntries } from './entry-tests.ts';

// Whoever adds an entry to resources.config.ts gets the tests of its rules with it.
describe('every entry of resources.config.ts', () => testEntries(config));

describe('every entry of the lending library', () => testEntries(lendingLibrary));
