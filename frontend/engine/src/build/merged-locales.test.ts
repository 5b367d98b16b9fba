import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { product, productResources, productRoot, setProduct } from '@bindery/contract/api/product.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localesModule } from './merged-locales.ts';

const before = { product: product(), resources: productResources(), root: productRoot() };
const root = realpathSync(mkdtempSync(join(tmpdir(), 'merged-locales-')));
const folder = join(root, 'frontend/extensions/loans/locales');

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  // Where the engine's own texts are.
  symlinkSync(join(before.root, 'node_modules'), join(root, 'node_modules'));
  for (const language of ['en', 'fr'])
    writeFileSync(join(folder, `${language}.json`), '{ "title": "Loans" }');
  setProduct({ ...before, root });
});
afterAll(() => {
  setProduct(before);
  rmSync(root, { recursive: true });
});

/** Returns the file of each namespace, as the module of the pages imports them. */
function addresses(): Readonly<Record<string, string>> {
  const source = localesModule();
  const files = Object.fromEntries(
    [...source.matchAll(/^import (t\d+) from "(.+)\?url";$/gm)].map(([, name, file]) => [name, file]),
  );
  return Object.fromEntries(
    [...source.matchAll(/"([\w/]+)": (t\d+)/g)].map(([, name, variable]) => [name, files[variable!]]),
  );
}

test('texts of an extension are those of the language, or in English while it has none', () => {
  const found = addresses();
  expect(found['fr/loans']).toBe(join(folder, 'fr.json'));
  expect(found['sw/loans']).toBe(join(folder, 'en.json'));
  expect(found['sw/manager']).toMatch(/\bsw\/manager\.json$/);
});
