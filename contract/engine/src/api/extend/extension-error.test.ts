import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rejectMisspeltFiles } from './extension-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-misspelt-'));
  mkdirSync(join(folder, 'loans'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = (name: string, code: string) => {
  writeFileSync(join(folder, 'loans', name), code);
  const files = { 'pages.ts': /\bExtensionPages\b/, 'home.ts': /\bHomeData\b/ };
  return () => rejectMisspeltFiles(folder, { about: 'frontend/extensions', files });
};

test.each(['page.ts', 'Pages.ts', 'pgaes.ts', 'pages.tsx', 'pages.js'])(
  'the file %s is reported with the intended name',
  (name) => {
    expect(check(name, 'export default {} satisfies ExtensionPages;')).toThrow(
      `frontend/extensions/loans/${name}: nothing loads a file with this name. Did you mean pages.ts?`,
    );
  },
);

test.each([
  ['pages.ts', 'export default {} satisfies ExtensionPages;'],
  ['page.ts', 'export const size = 7;'],
  ['some.ts', ''],
  ['overdue-page.tsx', 'ExtensionPages'],
  [`${'ا'.repeat(100)}.ts`, 'ExtensionPages'],
])('the file %s is allowed', (name, code) => {
  expect(check(name, code)).not.toThrow();
});
