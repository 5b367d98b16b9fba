import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** The packages of the engine, each with those that it may import. */
const PACKAGES = [
  { name: 'contract', folder: 'contract/engine', others: [] },
  { name: 'backend', folder: 'backend/engine', others: ['contract'] },
  { name: 'frontend', folder: 'frontend/engine', others: ['contract'] },
  { name: 'tools', folder: 'backend/tools', others: ['contract', 'backend', 'frontend'] },
] as const;

type Package = (typeof PACKAGES)[number];

/** Tests and their helpers may use the product and packages of the root. */
const ONLY_TESTS = /\.test\.tsx?$|\/(testing|bench|fuzz)\//;

/** Type declarations of modules are no imports at run time; pages import the product from virtual modules. */
const KNOWN = /^(node|virtual):/;

const sourcesOf = ({ folder }: Package) =>
  globSync(`${folder}/src/**/*.{ts,tsx,mjs}`)
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !ONLY_TESTS.test(file));

/**
 * Returns the imports of a module, of values and types, static and dynamic, and the patterns of its globs.
 */
function specifiersIn(file: string, source: string): string[] {
  const { module } = parseSync(file, source);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...[...source.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map(([, name = '']) => name),
    ...[...source.matchAll(/import\.meta\.glob(?:<[^>]*>)?\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(
      ([, list = '']) => [...list.matchAll(/'!?([^']+)'/g)].map(([, pattern = '']) => pattern),
    ),
  ];
}

/** Returns why a package may not import a specifier; undefined if it may. */
function rejection(
  of: Package,
  { file, specifier }: { file: string; specifier: string },
): string | undefined {
  const { name, folder, others } = of;
  if (KNOWN.test(specifier) || specifier.startsWith(`#${name}/`)) return undefined;
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return target.startsWith(`${folder}/src/`) ? undefined : 'leaves the package';
  }
  const [, ours] = /^@bindery\/([\w-]+)(?:\/|$)/.exec(specifier) ?? [];
  if (ours !== undefined) return others.some((other) => other === ours) ? undefined : 'is above it';
  if (/^[#/]/.test(specifier)) return 'is of the product';
  const { dependencies }: { dependencies: object } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  );
  const [dependency = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  return Object.hasOwn(dependencies, dependency) ? undefined : 'is no dependency of it';
}

test.each(PACKAGES)(
  '$folder imports its own files, earlier packages and what its package.json declares',
  (of) => {
    const files = sourcesOf(of);
    expect(files.length).toBeGreaterThan(40);
    const found = files.flatMap((file) =>
      specifiersIn(file, readFileSync(file, 'utf8')).flatMap((specifier) => {
        const problem = rejection(of, { file, specifier });
        return problem ? `${file}: ${specifier} ${problem}` : [];
      }),
    );
    expect(found).toEqual([]);
  },
);

test.each([
  [`import product from '#product';`, 'is of the product'],
  [`import type config from '#resources.config';`, 'is of the product'],
  [`const { default: all } = await import('#resources.config');`, 'is of the product'],
  [`import * as routes from '../../../extensions/index.ts';`, 'leaves the package'],
  [`import.meta.glob<Page>(['../../../extensions/*/pages.ts'], { eager: true })`, 'leaves the package'],
  [`export * from '@bindery/tools/start-dev.ts';`, 'is above it'],
  [`import { runProduct } from '@bindery/backend';`, 'is above it'],
  [`import 'left-pad';`, 'is no dependency of it'],
])('an engine may not contain: %s', (source, problem) => {
  const file = 'frontend/engine/src/shell/pages.ts';
  const [specifier = ''] = specifiersIn(file, source);
  expect(rejection(PACKAGES[2], { file, specifier })).toBe(problem);
});

test('the engine reads folders of the product only through the given root', () => {
  const climbing = PACKAGES.flatMap(sourcesOf).filter((file) =>
    /import\.meta\.(?:dirname|url)[^;\n]*extensions/.test(readFileSync(file, 'utf8')),
  );
  expect(climbing).toEqual([]);
});
