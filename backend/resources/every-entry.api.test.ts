import { describe } from 'vitest';
import { testEntries } from '#backend/testing/entry-tests.ts';
import config from '#resources.config';

/** The resources that `npm test -- books` names. */
const chosen = process.env.TEST_RESOURCES?.split(',');

// A new entry in resources.config.ts is tested here without further changes.
describe('every entry of resources.config.ts', () =>
  testEntries(config, chosen && ((name) => chosen.includes(name))));
