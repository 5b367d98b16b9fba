import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productLockfile } from './product-lockfile.ts';
import { productManifest } from './product-manifest.ts';

interface Locked {
  readonly version: string;
  readonly resolved: string;
  readonly integrity: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const FOLDERS = {
  contract: 'contract/engine',
  backend: 'backend/engine',
  frontend: 'frontend/engine',
  tools: 'backend/tools',
};

const repository: { packages: Record<string, Locked> } = read('package-lock.json');
const { packages } = productLockfile({
  lockfile: repository,
  product: productManifest(read('package.json')),
  engine: Object.fromEntries(
    Object.entries(FOLDERS).map(([name, folder]) => [
      `@bindery/${name}`,
      { manifest: read(`${folder}/package.json`), integrity: `sha512-${name}` },
    ]),
  ),
}) as { packages: Record<string, Locked> };
const { '': _, ...installed } = packages;

test('the lockfile of a new product names the archive and the hash of each package', () => {
  for (const [path, { version, resolved, integrity }] of Object.entries(installed)) {
    expect(version, path).toMatch(/^\d/);
    expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\/.+\.tgz$|^\{\{\w+:resolved\}\}$/);
    expect(integrity, path).toMatch(/^sha512-/);
  }
});

test('a new product has the tested versions, and nothing that only this repository needs', () => {
  for (const name of ['antd', 'better-auth', '@refinedev/core', 'vite'])
    expect(installed[`node_modules/${name}`]?.integrity).toBe(
      repository.packages[`node_modules/${name}`]?.integrity,
    );
  expect(Object.keys(installed).filter((path) => /oidc-provider|selenium|autocannon/.test(path))).toEqual([]);
});

test('production omits the tools, and other platforms have their own packages', () => {
  expect(installed['node_modules/@bindery/tools']).toMatchObject({ dev: true });
  expect(installed['node_modules/@playwright/test']).toMatchObject({ dev: true });
  expect(installed['node_modules/@bindery/backend']).not.toHaveProperty('dev');
  expect(installed['node_modules/express']).not.toHaveProperty('dev');
  const bindings = Object.keys(installed).filter((path) => /@rolldown\/binding-/.test(path));
  expect(bindings.length).toBeGreaterThan(5);
  for (const path of bindings) expect(installed[path]).toMatchObject({ optional: true });
});

test('a package that the repository has not installed is an error', () => {
  expect(() =>
    productLockfile({
      lockfile: { packages: {} },
      product: { dependencies: { react: '1.0.0' } },
      engine: {},
    }),
  ).toThrow('package-lock.json has no react, which a product needs');
});
