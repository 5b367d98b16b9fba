import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProductError } from '#contract/schema/error.ts';
import { loadProduct } from './load-product.ts';
import { product, productResources, productRoot, setProduct } from './product.ts';

const FROZEN = 'export default Object.freeze({});\n';
const known = { product: product(), resources: productResources(), root: productRoot() };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'load-product-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
  setProduct(known);
});

const load = (files: Readonly<Record<string, string>>) => {
  for (const [file, source] of Object.entries(files)) writeFileSync(join(root, file), source);
  return loadProduct(root);
};

test.each([
  ['nothing', ''],
  ['another export', 'export const resources = Object.freeze({});'],
  ['a plain object', 'export default { books: { fields: {} } };'],
  ['null', 'export default null;'],
])('a file with %s is rejected with the export that it needs', async (_, source) => {
  const error = await load({ 'product.ts': FROZEN, 'resources.config.ts': source }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ProductError);
  expect(error).toHaveProperty(
    'message',
    'resources.config.ts: its default export must be defineResources({ … })',
  );
});

test('so is a product.ts, and frozen exports are loaded', async () => {
  await expect(load({ 'product.ts': 'export {};', 'resources.config.ts': FROZEN })).rejects.toThrow(
    'product.ts: its default export must be defineProduct({ … })',
  );
  rmSync(root, { recursive: true });
  root = mkdtempSync(join(tmpdir(), 'load-product-'));
  expect(await load({ 'product.ts': FROZEN, 'resources.config.ts': FROZEN })).toMatchObject({
    resources: {},
  });
});
