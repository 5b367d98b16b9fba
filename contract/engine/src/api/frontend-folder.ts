import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { productRoot } from './product.ts';

const packageFolder = () =>
  path.dirname(
    createRequire(path.join(productRoot(), 'package.json')).resolve('@bindery/frontend/package.json'),
  );

/** Returns the folder of the engine's pages and texts as the product has it installed: sources, or built. */
export function frontendFolder(): string {
  const installed = packageFolder();
  return ['lib', 'src'].map((name) => path.join(installed, name)).find((folder) => existsSync(folder))!;
}

/** Returns the path of a module of the engine's pages, compiled or not; undefined without one. */
export function frontendModule(file: string): string | undefined {
  const source = path.join(frontendFolder(), file);
  return [source, source.replace(/\.tsx?$/, '.js')].find((one) => existsSync(one));
}

/** A module of the engine's pages: its name, as in its sources, and the path of what runs. */
interface FrontendModule {
  readonly name: string;
  readonly path: string;
}

/** Returns the engine's page modules whose names match, sorted, no tests. The package has the sources too. */
export const frontendModules = (patterns: string | readonly string[]): FrontendModule[] =>
  globSync(patterns, { cwd: path.join(packageFolder(), 'src') })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .flatMap((name) => {
      const found = frontendModule(name);
      return found === undefined ? [] : [{ name, path: found }];
    });
