import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtensionError } from '@bindery/contract/api/extend/extension-error.ts';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { exitAfterFailedStart } from './lifecycle.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function printedFor(error: unknown, root = process.cwd()): string {
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exited');
  });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(() => exitAfterFailedStart(error, root)).toThrow('exited');
  return String(write.mock.calls[0]?.[0]);
}

test.each([
  ['the embedded database', { name: 'ErrnoError', errno: 51 }],
  ['SQLite', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
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

describe('in production', () => {
  const linesFor = (error: unknown): Record<string, unknown>[] => {
    vi.stubEnv('NODE_ENV', 'production');
    vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exited');
    });
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    // Other tests of the process silence it, and a change of the level would replace the spy.
    const { level } = logger;
    logger.level = 'info';
    onTestFinished(() => {
      logger.level = level;
    });
    const logged = vi.spyOn(logger, 'fatal').mockImplementation(() => {});
    expect(() => exitAfterFailedStart(error, process.cwd())).toThrow('exited');
    expect(printed).not.toHaveBeenCalled();
    return logged.mock.calls.map(([about, message]) => ({ ...(about as object), message }));
  };

  test('a failed start is one line of the log, with the pages that explain it', () => {
    const error = new ExtensionError(
      'backend/extensions/loans/hooks.ts: its default export must be an object.',
    );
    expect(linesFor(error)).toEqual([{ message: error.message, docs: ['docs/extensions.md#hooks'] }]);
  });

  test('a port in use is a line without a stack', () => {
    const inUse = { code: 'EADDRINUSE', syscall: 'listen', port: 3000 };
    expect(linesFor(inUse)).toEqual([{ message: expect.stringContaining('Port 3000 is in use') }]);
  });

  test('another error is a line with its stack', () => {
    const error = new Error('odd');
    expect(linesFor(error)).toEqual([{ message: 'could not start', err: error }]);
  });
});
