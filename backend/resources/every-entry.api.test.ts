import { describe } from 'vitest';
import { lendingLibrary } from '#contract/testing/lending-library.ts';
import config from '#resources.config';
import { testEntries } from './entry-tests.ts';

// A new entry in resources.config.ts is tested here without further changes.
describe('every entry of resources.config.ts', () => testEntries(config));

describe('every entry of the lending library', () => testEntries(lendingLibrary));
