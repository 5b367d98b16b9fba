import { describe } from 'vitest';
import { testEntries } from '#backend/testing/entry-tests.ts';
import config from '#resources.config';

// A new entry in resources.config.ts is tested here without further changes.
describe('every entry of resources.config.ts', () => testEntries(config));
