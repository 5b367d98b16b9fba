import { globSync } from 'node:fs';
import { extname, join, matchesGlob, resolve } from 'node:path';
import { frontendFolder } from '@bindery/contract/api/frontend-folder.ts';
import { product, productRoot } from '@bindery/contract/api/product.ts';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:bindery/';

/** The folder of the product's pages. Modules are named by their paths from it: `./extensions/books/pages.ts`. */
const BASE = '/frontend';

interface Found {
  readonly files: readonly string[];
  /** What is imported of each at once; without it, a function loads the module when it is called. */
  readonly eager?: 'default' | 'kind';
}

/** What is found in the product by its name, by virtual module. */
const FOUND: Readonly<Record<string, Found>> = {
  pages: { files: ['./extensions/*/pages.ts'], eager: 'default' },
  // Without those that replace generated pages, which load them themselves.
  'page-modules': {
    files: ['./extensions/**/*-page.tsx', '!./extensions/*/manager/{list,show,create,update}-page.tsx'],
  },
  'slot-modules': { files: ['./extensions/*/manager/*.tsx', '!./extensions/*/manager/*.test.tsx'] },
  slots: { files: ['./extensions/*/manager.ts'], eager: 'default' },
  icons: { files: ['./extensions/*/icons.ts'], eager: 'default' },
  restrictions: { files: ['./extensions/*/restrictions.ts'], eager: 'default' },
  features: { files: ['./extensions/*/feature.ts'], eager: 'default' },
  'home-sections': { files: ['./extensions/*/parts/home-section.tsx'], eager: 'default' },
  drawings: { files: ['./extensions/*/parts/drawing.tsx'], eager: 'default' },
  'field-kinds': { files: ['./extensions/field-kinds/*.tsx'], eager: 'kind' },
};

/** Modules of the engine that are found by their names too, by virtual module. They are of sources, or compiled. */
const OF_ENGINE: Readonly<Record<string, () => string>> = {
  'engine-page-modules': () =>
    exportOf(enginePages().map((file) => `${keyOf(file)}: () => import(${JSON.stringify(absolute(file))})`)),
  'engine-field-kinds': () => {
    const files = inEngine('manager/fields/*');
    const imports = files.map(
      (file, index) => `import { kind as k${index} } from ${JSON.stringify(absolute(file))};`,
    );
    const entries = files.map((file, index) => `${keyOf(file).replace('manager/fields/', '')}: k${index}`);
    return `${imports.join('\n')}\n${exportOf(entries)}`;
  },
};

const MODULE = /(?<!\.test|\.d)\.(tsx|js)$/;

const inEngine = (...patterns: string[]) =>
  globSync(patterns, { cwd: frontendFolder() })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => MODULE.test(file))
    .sort();
const enginePages = () =>
  inEngine('{sign-in,account,app}/*-page.*', 'manager/*/*-page.*').filter(
    (file) => !file.startsWith('manager/developers/'),
  );
const absolute = (file: string) => join(frontendFolder(), file);
const keyOf = (file: string) => JSON.stringify(`./${file.replace(MODULE, '.tsx')}`);
const exportOf = (entries: readonly string[]) => `export default { ${entries.join(', ')} };`;

/**
 * Provides what pages import of the product: `virtual:bindery/product` has its name, slug and icon, of which a page keeps
 * what it uses; `virtual:bindery/resources` its resources, by default those of resources.config.ts; and the others what
 * its extensions have in files of a certain name.
 */
export function productModules({ resources = 'resources.config.ts' } = {}): Plugin {
  const sources: ReadonlyMap<string, () => string> = new Map([
    ['product', constantsOfProduct],
    ...Object.entries(OF_ENGINE),
    ...Object.entries(FOUND).map(([name, found]): [string, () => string] => [name, () => recordOf(found)]),
  ]);
  return {
    name: 'product-modules',
    enforce: 'pre',
    resolveId: (id) => {
      if (!id.startsWith(PREFIX)) return null;
      return id === `${PREFIX}resources` ? resolve(productRoot(), resources) : `\0${id}`;
    },
    load: (id) => (id.startsWith(`\0${PREFIX}`) ? sources.get(id.slice(PREFIX.length + 1))?.() : null),
  };
}

function constantsOfProduct(): string {
  const { name, slug, icon } = product();
  return Object.entries({ name, slug, icon })
    .map(([constant, value]) => `export const ${constant} = ${JSON.stringify(value)};`)
    .join('\n');
}

/** Returns a module whose default export has the files by their paths: those of the engine, and the product's. */
function recordOf(found: Found): string {
  const { files, eager } = found;
  const options = { base: BASE, ...(eager && { eager: true, import: eager }) };
  const own = `import.meta.glob(${JSON.stringify(files)}, ${JSON.stringify(options)})`;
  const { imports, entries } = entriesOfEngine(found);
  return entries.length === 0
    ? `export default ${own};`
    : `${imports.join('\n')}\nexport default { ${entries.join(', ')}, ...${own} };`;
}

/** The extensions of the engine itself, such as that of users; a file of the product in the same place wins. */
function entriesOfEngine({ files, eager }: Found) {
  const [wanted, unwanted] = [files.filter((one) => one[0] !== '!'), files.filter((one) => one[0] === '!')];
  const all = wanted.flatMap((pattern) => {
    const ending = extname(pattern);
    const found = globSync(`${pattern.slice(0, -ending.length)}{${ending},.js}`, { cwd: frontendFolder() });
    return found.map((file) => ({ file, key: `./${file.replaceAll('\\', '/').replace(/\.js$/, ending)}` }));
  });
  const kept = all.filter(
    ({ file, key }) =>
      !/\.(test|d)\.\w+$/.test(file) && !unwanted.some((pattern) => matchesGlob(key, pattern.slice(1))),
  );
  const named = kept.map(({ file, key }, index) => ({
    from: JSON.stringify(absolute(file)),
    key,
    name: `e${index}`,
  }));
  return {
    imports: eager
      ? named.map(({ from, name }) =>
          eager === 'default'
            ? `import ${name} from ${from};`
            : `import { ${eager} as ${name} } from ${from};`,
        )
      : [],
    entries: named.map(
      ({ from, key, name }) => `${JSON.stringify(key)}: ${eager ? name : `() => import(${from})`}`,
    ),
  };
}
