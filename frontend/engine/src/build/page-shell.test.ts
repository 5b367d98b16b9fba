import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPageShell } from './page-shell.ts';

test('the document names the styles of its fonts by an absolute path, which needs no export of the package', () => {
  const [, file = ''] = /@import "([^"]+)"/.exec(readPageShell()) ?? [];
  expect(path.isAbsolute(file)).toBe(true);
  expect(existsSync(file)).toBe(true);
});
