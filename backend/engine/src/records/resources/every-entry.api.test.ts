import { productResources } from '@bindery/contract/api/product.ts';
import { describe } from 'vitest';
import { testEntries } from '#backend/testing/entry-tests.ts';

/** The resources that `npm test -- books` names. */
const chosen = process.env.TEST_RESOURCES?.split(',');

// A new entry in resources.config.ts is tested here without further changes.
describe('every entry of resources.config.ts', () =>
  testEntries(productResources(), chosen && ((name) => chosen.includes(name))));
