import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { productRoot } from './product.ts';

/** Returns the folder with the engine's pages and texts, as the product has it installed: of sources, or built. */
export function frontendFolder(): string {
  const known = createRequire(path.join(productRoot(), 'package.json'));
  const installed = path.dirname(known.resolve('@bindery/frontend/package.json'));
  return ['dist', 'src'].map((name) => path.join(installed, name)).find((folder) => existsSync(folder))!;
}

/** Returns the path of a module of the engine's pages, which its package has compiled or not; undefined if there is none. */
export function frontendModule(file: string): string | undefined {
  const source = path.join(frontendFolder(), file);
  return [source, source.replace(/\.tsx?$/, '.js')].find((one) => existsSync(one));
}
