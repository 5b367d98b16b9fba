import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RouteTable } from '@bindery/contract/api/client.ts';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { product, productRoot } from '@bindery/contract/api/product.ts';
import { type ClientRoute, routesByGroup, toTable } from '@bindery/contract/api/route-table.ts';
import type { AppRouter } from '@bindery/contract/records/ts-rest.ts';
import { build, minify } from 'vite';
import { defineCommand } from '#tools/resource-commands/command.ts';
import { formatJson } from '#tools/templates/format-json.ts';
import { renderText } from '#tools/templates/render.ts';
import { describeTypes } from './describe-types.ts';

const usage = 'npm run bindery client pack\n\nWrites the package and its archive into packages.';

/** Writes the client of resources.config.ts as an npm package. Not into dist, which is served. */
export const run = defineCommand({ usage, options: {} }, async ({ root, print }) => {
  await loadProduct(root);
  const { contract } = await import(pathToFileURL(resolve(root, 'contract/index.ts')).href);
  const { name, folder, gzip, brotli } = await writeClientPackage(contract, resolve(root, 'packages/client'));
  const archive = pack(folder);
  const kib = (bytes: number) => (bytes / 1024).toFixed(1);
  print(
    `packages/${archive} is written: ${name}, ${kib(gzip)} KiB of code with gzip, ${kib(brotli)} with brotli.`,
  );
  return 0;
});

/** A written package: its files, and the size in bytes of its code, minified and compressed. */
export interface WrittenPackage {
  readonly name: string;
  readonly folder: string;
  readonly gzip: number;
  readonly brotli: number;
}

const RUNTIME = createRequire(import.meta.url).resolve('@bindery/contract/api/client.ts');
const ENTRY = `import { createTableClient } from ${JSON.stringify(RUNTIME)};
import { endpoints } from 'virtual:endpoints';
export const createClient = (options) => createTableClient(endpoints, options);`;

/** Writes the client of a contract as an npm package to a folder, which it empties first. */
export async function writeClientPackage(contract: AppRouter, folder: string): Promise<WrittenPackage> {
  const endpoints = routesByGroup(contract);
  const code = await bundle(tableSource(toTable(endpoints)));
  const name = `${product().slug}-client`;
  const project: { readonly version: string; readonly license?: string } = JSON.parse(
    readFileSync(join(productRoot(), 'package.json'), 'utf8'),
  );
  const { version, license } = project;
  const manifest = {
    name,
    version,
    license,
    description: `The typed client of the API of ${product().name}.`,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    files: ['index.js', 'index.d.ts'],
  };
  const files = {
    'index.js': code,
    'index.d.ts': await describeTypes(endpoints),
    'package.json': formatJson(manifest),
    'README.md': readmeOf(name, endpoints),
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const { code: minified } = await minify('index.js', code, { module: true });
  return {
    name,
    folder,
    gzip: gzipSync(minified, { level: 9 }).length,
    brotli: brotliCompressSync(minified).length,
  };
}

/** Returns the table as JavaScript; groups with the same routes share them. */
export function tableSource(table: RouteTable): string {
  const sets = new Map<string, string>();
  const groups = Object.entries(table).map(([group, [path, routes]]) => {
    const source = JSON.stringify(routes, undefined, 2);
    const name = sets.get(source) ?? `routes${sets.size + 1}`;
    sets.set(source, name);
    return `  ${JSON.stringify(group)}: [${JSON.stringify(path)}, ${name}],`;
  });
  const constants = [...sets].map(([source, name]) => `const ${name} = ${source};\n`);
  return `${constants.join('')}export const endpoints = {\n${groups.join('\n')}\n};\n`;
}

/** Packs a package to another folder, by default the one above it; returns the name of the archive. */
export const pack = (folder: string, to = dirname(folder)): string =>
  execFileSync('npm', ['pack', folder, '--pack-destination', to, '--silent', '--ignore-scripts'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim();

async function bundle(table: string): Promise<string> {
  const modules: Readonly<Record<string, string>> = { 'virtual:entry': ENTRY, 'virtual:endpoints': table };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'modules of the package',
        resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
        load: (id) => modules[id.replace('\0', '')],
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: 'virtual:entry', preserveEntrySignatures: 'strict' },
    },
  });
  const [result] = [built].flat();
  if (!result || !('output' in result)) throw new Error('The client was not bundled.');
  return result.output[0].code;
}

/** Returns the README of the package, with an example of its own resources. */
function readmeOf(name: string, endpoints: readonly ClientRoute[]): string {
  const resource = endpoints.find((endpoint) => endpoint.name === 'list')?.group ?? 'users';
  return renderText('client-package/package-readme.md', { name, resource, product: product().name });
}
