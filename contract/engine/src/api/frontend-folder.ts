import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { productRoot } from './product.ts';

const packageFolder = () =>
  path.dirname(
    createRequire(path.join(productRoot(), 'package.json')).resolve('@bindery/frontend/package.json'),
  );

/**
 * Returns the folder with the engine's pages and texts, as the product has it installed: of sources, or
 * built.
 */
export function frontendFolder(): string {
  const installed = packageFolder();
  return ['lib', 'src'].map((name) => path.join(installed, name)).find((folder) => existsSync(folder))!;
}

/**
 * Returns the path of a module of the engine's pages, which its package has compiled or not; undefined if
 * there is none.
 */
export function frontendModule(file: string): string | undefined {
  const source = path.join(frontendFolder(), file);
  return [source, source.replace(/\.tsx?$/, '.js')].find((one) => existsSync(one));
}

/** A module of the engine's pages: its name, as in its sources, and the path of what runs. */
export interface FrontendModule {
  readonly name: string;
  readonly path: string;
}

/**
 * Returns the modules of the engine's pages whose names match, without tests, sorted. The package has its
 * sources too.
 */
export const frontendModules = (patterns: string | readonly string[]): FrontendModule[] =>
  globSync(patterns, { cwd: path.join(packageFolder(), 'src') })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .flatMap((name) => {
      const found = frontendModule(name);
      return found === undefined ? [] : [{ name, path: found }];
    });
