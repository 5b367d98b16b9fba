import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The product's own files among the folders of the generic code: its contract, and what makes it that of a process. */
const OWN = ['contract/index.ts', 'contract/set-product.ts', '{contract,backend,frontend}/extensions/**'];
const SOURCES = globSync('{contract,backend,frontend}/**/*.{ts,tsx,mjs}', { exclude: OWN }).filter(
  (file) => !/\.test\.tsx?$|[\\/](testing|bench|fuzz)[\\/]/.test(file),
);

/** An import, by value or type, or a glob of what belongs to the product. */
const OF_PRODUCT =
  /(?:from|import|import\.meta\.glob(?:<[^>]*>)?)\s*\(?\s*\[?\s*['"](#product|#resources\.config|#contract\/(?:index|set-product)\.ts|#contract\/extensions\/|[./]*\/extensions\/)/g;

/** Its start alone makes the product that of the process. */
const DOORS = new Set(['backend/main.ts']);

test('no file of the generic code imports one of the product', () => {
  expect(SOURCES.length).toBeGreaterThan(500);
  const found = SOURCES.filter((file) => !DOORS.has(file)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(OF_PRODUCT)].map(([, name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('imports and globs of the product are found', () => {
  for (const source of [
    `import product from '#product';`,
    `import type config from '#resources.config';`,
    `const { default: all } = await import('#resources.config');`,
    `import * as routes from '#contract/extensions/index.ts';`,
    `import.meta.glob<Page>(['../extensions/*/pages.ts'], { eager: true })`,
  ])
    expect(source.match(OF_PRODUCT)).not.toBeNull();
});
