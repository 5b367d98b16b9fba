import { existsSync, globSync } from 'node:fs';
import { EXAMPLE } from '@bindery/tools/setup/options.ts';
import { expect, test } from 'vitest';
import { ALWAYS_EMBEDDED, ENGINE_DEPENDENT, SLOW } from './chosen-tests.ts';

/** A product may have removed the example. */
const isGone = (pattern: string) =>
  EXAMPLE.folders.some((folder) => pattern.startsWith(`${folder}/`) && !existsSync(folder));
const patterns = [...ENGINE_DEPENDENT, ...SLOW, ...ALWAYS_EMBEDDED].filter((pattern) => !isGone(pattern));

test.each(patterns)('there are API tests at %s', (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
