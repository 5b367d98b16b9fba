import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetStaleTypes } from './stale-types.ts';

let root: string;
const buildInfo = () => join(root, 'types.tsbuildinfo');
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

/** Returns whether the results of a check are still used after a file has been written. */
function areKeptAfter(file: string): boolean {
  writeFileSync(buildInfo(), '{}');
  forgetStaleTypes(root, buildInfo());
  writeFileSync(buildInfo(), '{}');
  write(file, 'changed');
  forgetStaleTypes(root, buildInfo());
  return existsSync(buildInfo());
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'types-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the stored results of the compiler', () => {
  it.each([
    'resources.config.ts',
    'product.ts',
    'contract/extensions/loans.ts',
    'contract/engine/src/schema/entry.ts',
    'frontend/extensions/loans/texts.ts',
    'frontend/extensions/loans/locales/en.json',
    'frontend/engine/src/locales/en/app.json',
    'frontend/locales/en/manager.json',
  ])('are not used after a change of %s, whose types reach files that do not import it', (file) => {
    expect(areKeptAfter(file)).toBe(false);
  });

  it.each(['frontend/extensions/loans/loans-page.tsx', 'backend/extensions/loans/hooks.ts'])(
    'are used after a change of %s, whose importers the compiler finds',
    (file) => {
      expect(areKeptAfter(file)).toBe(true);
    },
  );
});
