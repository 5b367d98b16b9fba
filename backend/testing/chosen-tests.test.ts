import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENGINE_DEPENDENT, SLOW } from './chosen-tests.ts';

test.each([...ENGINE_DEPENDENT, ...SLOW])('there are API tests at %s', (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
