import { testEntries } from '@bindery/backend/testing/entry-tests.ts';
import { productResources } from '@bindery/contract/api/product.ts';
import { describe } from 'vitest';

/** The resources that `npm test -- books` names. */
const chosen = process.env.TEST_RESOURCES?.split(',');

/**
 * Declares tests of every rule in the entries of the product, against a running server: rights of each role,
 * lists, writes, limits and deletions. New entries are tested without further changes.
 * @example
 * // backend/entries.api.test.ts
 * testEveryEntry();
 */
export function testEveryEntry(): void {
  describe('every entry of resources.config.ts', () =>
    testEntries(productResources(), chosen && ((name) => chosen.includes(name))));
}
