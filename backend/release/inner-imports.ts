import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';

const IMPORTED = /(['"])@bindery\/(\w+)\/([^'"\n$]+)\1/g;

/**
 * Lets compiled modules of a package name the inner modules of other packages by their paths, as npm installs the packages
 * beside each other. So a package exports its entry points, which a product may import, and nothing else.
 */
export function nameInnerModules(
  built: string,
  { name, entryPoints }: { name: string; entryPoints: ReadonlySet<string> },
) {
  for (const file of globSync('**/*.{js,mjs,d.ts,d.mts}', { cwd: built })) {
    const from = posix.join(folderOf(name), dirname(file).replaceAll(sep, '/'));
    const path = join(built, file);
    const source = readFileSync(path, 'utf8');
    const renamed = source.replace(IMPORTED, (whole, quote: string, other: string, module: string) => {
      const isOpen = module === 'package.json' || entryPoints.has(`@bindery/${other}/${module}`);
      const target = posix.join(folderOf(other), module.replace(/\.tsx?$/, '.js'));
      return isOpen ? whole : `${quote}${posix.relative(from, target)}${quote}`;
    });
    if (renamed !== source) writeFileSync(path, renamed);
  }
}

const folderOf = (name: string) => posix.join('/', name.replace('@bindery/', ''), 'lib');
