import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtensionError } from '@bindery/contract/api/extend/extension-error.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { exitWithMessage } from './lifecycle.ts';

afterEach(() => vi.restoreAllMocks());

function printedFor(error: unknown, root = process.cwd()): string {
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exited');
  });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(() => exitWithMessage(error, root)).toThrow('exited');
  return String(write.mock.calls[0]?.[0]);
}

test.each([
  ['the embedded database', { name: 'ErrnoError', errno: 51 }],
  ['Node.js', Object.assign(new Error('write'), { code: 'ENOSPC' })],
  ['PostgreSQL', new Error('migration', { cause: Object.assign(new Error('full'), { code: '53100' }) })],
])('a full disk is reported on one line, whether by %s', (_, error) => {
  expect(printedFor(error)).toMatch(/^The disk is full, .*\n$/);
});

test("a developer's error names the page that explains it", () => {
  const error = new ExtensionError(
    'backend/extensions/loans/hooks.ts: its default export must be defined for loans.',
  );
  expect(printedFor(error)).toBe(`${error.message} See docs/extensions.md#hooks\n`);
});

test('a product that installs the engine finds the page in the package', () => {
  const root = mkdtempSync(join(tmpdir(), 'product-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const docs = 'node_modules/@bindery/tools/docs';
  mkdirSync(join(root, docs), { recursive: true });
  writeFileSync(join(root, docs, 'extensions.md'), '');
  const error = new ExtensionError(
    'backend/extensions/loans/hooks.ts: its default export must be an object.',
  );
  expect(printedFor(error, root)).toBe(`${error.message} See ${docs}/extensions.md#hooks\n`);
});

test('another error is printed with its stack, even if the product itself fails to load', () => {
  const registered = Symbol.for('bindery.product');
  const product: unknown = Reflect.get(globalThis, registered);
  Reflect.deleteProperty(globalThis, registered);
  onTestFinished(() => void Reflect.set(globalThis, registered, product));
  const error = new Error('odd');
  expect(printedFor(error)).toBe(`Could not start: ${error.stack}\n`);
  expect(error.stack).toContain('lifecycle.test.ts');
});
