import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryPoints } from '@bindery/tools/release/public-api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MadeProduct } from './support/made-product.ts';

// The only tests of the published engine: types that are fixed when they are emitted, modules that a bundler
// omits, globs and addresses that refer to sources, two copies of a package.

let product: MadeProduct;

beforeAll(() => {
  product = new MadeProduct();
});
afterAll(() => product?.remove());

const succeeds = (...command: string[]): string => {
  const { code, output } = product.run(...command);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`);
  return output;
};

test('a product is created in an empty folder: a few files, and no book', async () => {
  const engine = await product.pack('0.1.0');
  expect(product.create(engine)).toContain('npm start');
  expect(product.files()).toContain('package-lock.json');
  const files = product.files().filter((file) => file !== 'package-lock.json');
  expect(files.length).toBeLessThanOrEqual(40);
  expect(files).toEqual(
    expect.arrayContaining(['resources.config.ts', '.gitignore', 'migrations/snapshot.json']),
  );
  expect(files.filter((file) => /book|engine/.test(file))).toEqual([]);
  expect(() => product.create(engine)).toThrow(/not empty/);
});

/** Code that a compiler without the types of the entries would accept. */
const TYPED = `import { createClient } from '#contract/index.ts';

const client = createClient({ baseUrl: 'http://localhost' });

export async function names(): Promise<(string | null)[]> {
  const { status, body } = await client.publishers.list({ query: { _sort: 'name', founded_gte: 1900 } });
  return status === 200 ? body.map(({ name }) => name) : [];
}

// @ts-expect-error there is no such resource
export const books = client.books;
// @ts-expect-error nor such a field
export const wrong = client.publishers.create({ body: { name: 5 } });
// @ts-expect-error a package exports its entry points alone
export type Inner = typeof import('@bindery/contract/records/rights.ts');
`;

/** The same of a page, whose client is a virtual module. */
const TYPED_PAGE = `import { api } from '@bindery/frontend/http';
import type { ExtensionPages } from '@bindery/frontend/pages';

export const pages = {
  '/app/notes': { area: 'app', component: 'notes-page.tsx', title: 'notes.title', namespaces: ['notes'] },
} satisfies ExtensionPages;

export const names = async (): Promise<string[]> =>
  (await api.publishers.list({ query: { _sort: 'name' } })).body.flatMap(({ name }) => name ?? []);

// @ts-expect-error a name is a text
export const wrong = api.publishers.create({ body: { name: 5 } });
`;

/** The texts of an extension, in a module that no other file of the product imports. */
const TEXTS = `declare module '@bindery/frontend/i18n' {
  interface English {
    notes: { title: string };
  }
}

export {};
`;

interface Locked {
  readonly version: string;
  readonly resolved: string;
  readonly integrity: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

test('its lockfile has the tested versions, and nothing that only this repository needs', () => {
  const { packages: repository } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { packages } = JSON.parse(product.read('package-lock.json'));
  const { '': _, ...installed } = packages as Record<string, Locked>;
  for (const [path, { version, resolved, integrity }] of Object.entries(installed)) {
    const isOwn = path.startsWith('node_modules/@bindery/');
    expect(version, path).toMatch(/^\d/);
    expect(resolved, path).toMatch(isOwn ? /^file:.+\.tgz$/ : /^https:\/\/registry\.npmjs\.org\/.+\.tgz$/);
    expect(integrity, path).toMatch(/^sha512-/);
  }
  for (const name of ['antd', 'better-auth', '@refinedev/core', 'vite'])
    expect(installed[`node_modules/${name}`]?.integrity).toBe(repository[`node_modules/${name}`].integrity);
  expect(Object.keys(installed).filter((path) => /oidc-provider|selenium|autocannon/.test(path))).toEqual([]);
  expect(installed['node_modules/@bindery/tools']).toMatchObject({ dev: true });
  expect(installed['node_modules/@bindery/backend']).not.toHaveProperty('dev');
  expect(installed['node_modules/express']).not.toHaveProperty('dev');
  const bindings = Object.keys(installed).filter((path) => /@rolldown\/binding-/.test(path));
  expect(bindings.length).toBeGreaterThan(5);
  for (const path of bindings) expect(installed[path]).toMatchObject({ optional: true });
});

test('its lockfile is what npm would write: an installation changes nothing', () => {
  const written = product.read('package-lock.json');
  product.installAgain();
  expect(product.read('package-lock.json')).toBe(written);
});

test('types of entries, pages and custom code reach it through the packages', () => {
  product.write('contract/typed.ts', TYPED);
  product.write('frontend/typed-page.ts', TYPED_PAGE);
  product.write('frontend/typed-texts.ts', TEXTS);
  // Before another file imports each entry point.
  succeeds('tsc');
  const names = [...entryPoints('.').keys()];
  product.write(
    'e2e/entry-points.ts',
    names.map((name, index) => `export type * as e${index} from '${name}';\n`).join(''),
  );
  product.write(
    'e2e/on-server.ts',
    names
      .filter((name) => !/frontend|testing|browser/.test(name))
      .map((name) => `import '${name}';\n`)
      .join(''),
  );
  succeeds('e2e/on-server.ts');
  expect(succeeds('bindery', 'eject', 'publishers', 'list')).toContain('list-page.tsx');
  succeeds('tsc');
  product.edit(
    'resources.config.ts',
    'founded: integer()',
    "founded: integer({ mn: 1 }), of: reference('x')",
  );
  const { code, output } = product.run('tsc');
  expect(code).not.toBe(0);
  expect(output).toMatch(/^resources\.config\.ts\(\d+,/m);
  expect(output).not.toMatch(/node_modules/);
  product.edit(
    'resources.config.ts',
    "founded: integer({ mn: 1 }), of: reference('x')",
    'founded: integer()',
  );
});

test('its own tests and the generated tests of its entries and texts pass', () => {
  expect(succeeds('vitest', 'run')).toMatch(/\d+ passed/);
  expect(succeeds('biome', 'check')).toContain('Checked');
});

test('it starts, changes an entry and migrates', async () => {
  let server = await product.start();
  const made = await server.admin.post('/api/publishers', {
    data: { name: 'Mkuki na Nyota', founded: 1991 },
  });
  expect(made.status()).toBe(201);
  expect(await (await server.admin.get('/login')).text()).toContain('<title>Acme</title>');
  await server.stop();
  product.edit('resources.config.ts', 'founded: integer()', 'founded: integer(), site: text({ max: 100 })');
  expect(succeeds('bindery', 'migration', 'create')).toContain('site');
  server = await product.start();
  const [publisher] = await (await server.admin.get('/api/publishers')).json();
  expect(publisher).toMatchObject({ name: 'Mkuki na Nyota', site: null });
  await server.stop();
});

test('each page of its entries is complete in the browser', () => {
  expect(
    succeeds('playwright', 'test', '--project=desktop', '-g', 'publishers|^login', '--reporter=line'),
  ).toMatch(/\d+ passed/);
});

test('a later version reports its steps, adds its column, and preserves the records', async () => {
  expect(succeeds('bindery', 'upgrade')).toContain('There is nothing to do');
  const later = product.packLater('0.2.0', {
    'backend/lib/database/tables.js': ['query: p.text(),', 'query: p.text(), remark: p.text().nullable(),'],
    'tools/CHANGELOG.md': [
      '## [Unreleased]\n',
      `## [Unreleased]\n\n\`\`\`json upgrade\n${JSON.stringify([
        { do: 'Call founded otherwise.', in: 'resources.config.ts', finds: 'founded: integer' },
        { do: 'Nobody needs this.', in: 'nowhere/*.ts' },
      ])}\n\`\`\`\n`,
    ],
  });
  product.install(later);
  const { code, output } = product.run('bindery', 'upgrade');
  expect(code).toBe(1);
  expect(output).toMatch(
    /From 0\.1\.0 to 0\.2\.0[\s\S]*Call founded otherwise\.\n {4}resources\.config\.ts:\d+/,
  );
  expect(output).toMatch(/migration create[\s\S]*savedViews/);
  expect(output).not.toContain('Nobody');
  expect(succeeds('bindery', 'migration', 'create')).toContain('remark');
  succeeds('bindery', 'upgrade', '--done');
  succeeds('tsc');
  const server = await product.start();
  expect((await (await server.admin.get('/api/publishers')).json())[0].name).toBe('Mkuki na Nyota');
  await server.stop();
  // One copy of each package of the engine, none of them inside of another.
  expect(existsSync(join(product.folder, 'node_modules/@bindery/backend/node_modules/@bindery'))).toBe(false);
});

test('it builds with the packages of production alone', () => {
  product.installForProduction();
  expect(existsSync(join(product.folder, 'node_modules/@bindery/tools'))).toBe(false);
  execFileSync(process.execPath, ['backend/build.ts'], { cwd: product.folder, stdio: 'pipe' });
});
