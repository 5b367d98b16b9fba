import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENGINE_DEPENDENT, ENGINE_INDEPENDENT, SLOW } from './chosen-tests.ts';

test.each([...ENGINE_DEPENDENT, ...ENGINE_INDEPENDENT, ...SLOW])('there are API tests at %s', (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
