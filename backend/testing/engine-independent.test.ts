import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENGINE_INDEPENDENT } from './engine-independent.ts';

test('every API test that does not depend on the engine exists', () => {
  expect(ENGINE_INDEPENDENT.filter((file) => !existsSync(file))).toEqual([]);
});
