import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofProduct, product, productResources, setProduct } from '@bindery/contract/api/product.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeProduct } from './change-product.ts';

const before = product();
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'changed-product-'));
  setProduct({ product: before, resources: productResources(), root });
});
afterEach(() => rmSync(root, { recursive: true }));

const save = (changed: object) =>
  writeFileSync(join(root, 'product.ts'), `export default ${JSON.stringify({ ...before, ...changed })};`);

it('becomes the product of the process, and of what was made of the one before', async () => {
  const greeting = ofProduct(() => ({ text: `Welcome to ${product().name}` }));
  const first = greeting();
  expect(greeting()).toBe(first);
  save({ name: 'Acme', icon: 'M1 1' });
  expect(await changeProduct()).toMatchObject({ name: 'Acme', icon: 'M1 1' });
  expect(greeting().text).toBe('Welcome to Acme');
});

it('is not taken if it has another slug or is invalid', async () => {
  save({ slug: 'acme' });
  expect(await changeProduct()).toBeUndefined();
  writeFileSync(join(root, 'product.ts'), `throw new Error('colors.light.accent is "teal"');`);
  await expect(changeProduct()).rejects.toThrow('teal');
  expect(product()).toBe(before);
});
