import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, type Plugin, parseAst } from 'vite';
import { ownFile } from './own-file.ts';

/** An export of another module: its name there, and the module's path. */
interface Source {
  readonly name: string;
  readonly from: string;
}

const IMPORT = /\bfrom\s*['"]@bindery\/(?:contract|frontend)\b/;
const ENTRY_POINT = /[\\/]entry-points[\\/][^\\/]+\.[jt]s$/;

/**
 * Makes pages import each name of an entry point from its own module. Otherwise every module that an entry
 * point names would be one of the dependencies of each page that imports any of them, and a chunk contains
 * its dependencies.
 */
export const directImports = (): Plugin => ({
  name: 'direct-imports',
  transform: {
    filter: { code: IMPORT },
    async handler(code, id) {
      const direct = await importDirectly(code, async (name) => (await this.resolve(name, id))?.id);
      // Each statement stays on its line, so the source map remains correct.
      return direct === code ? null : { code: direct, map: null };
    },
  },
});

/** Returns the code of a module with direct imports. `resolve` returns the path of an imported module. */
export async function importDirectly(
  code: string,
  resolve: (name: string) => Promise<string | undefined>,
): Promise<string> {
  let direct = code;
  for (const statement of parseAst(code).body.toReversed()) {
    if (statement.type !== 'ImportDeclaration') continue;
    const file = await resolve(statement.source.value);
    if (file === undefined || !ENTRY_POINT.test(file)) continue;
    const statements = importsOf(statement, sourcesIn(file));
    if (statements) direct = direct.slice(0, statement.start) + statements + direct.slice(statement.end);
  }
  return direct;
}

/** Returns the names that an entry point exports, each with its source. */
function sourcesIn(file: string): ReadonlyMap<string, Source> {
  const { body } = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' });
  return new Map(
    body.flatMap((statement) => {
      if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return [];
      const from = path.resolve(path.dirname(file), statement.source.value);
      return statement.specifiers.map(({ exported, local }): [string, Source] => [
        nameOf(exported),
        { name: nameOf(local), from },
      ]);
    }),
  );
}

/**
 * Returns the same import from the modules themselves; undefined for a namespace or effects, which need all
 * of them.
 */
function importsOf(
  { specifiers }: ESTree.ImportDeclaration,
  sources: ReadonlyMap<string, Source>,
): string | undefined {
  const imports = specifiers.map((specifier) => {
    const source = specifier.type === 'ImportSpecifier' && sources.get(nameOf(specifier.imported));
    return (
      source && `import { ${source.name} as ${specifier.local.name} } from ${JSON.stringify(source.from)};`
    );
  });
  return imports.length > 0 && imports.every(Boolean) ? imports.join(' ') : undefined;
}

const nameOf = (name: ESTree.ModuleExportName) => (name.type === 'Literal' ? name.value : name.name);

const PRELOAD_HELPER = '\0vite/preload-helper.js';
const LOADER = ownFile('shell/http/load-module.ts');
const DYNAMIC_IMPORT = /\bimport\(([`"'])(\.\/[^`"']+\.js)\1\)/g;

/**
 * Routes every dynamic import of the build through `loadModule` instead of Vite's preload helper, and appends
 * the query that `loadModule` sets for retries to each import URL.
 */
export function retriedImports(): Plugin {
  return {
    name: 'retried-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: new RegExp(`^${PRELOAD_HELPER}$`) },
      handler: () => `export { loadModule as __vitePreload } from ${JSON.stringify(LOADER)};`,
    },
    generateBundle: {
      // Runs after Vite has looked up the files of each import by its URL.
      order: 'post',
      handler(_, bundle) {
        let found = 0;
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replace(DYNAMIC_IMPORT, (_match, quote: string, address: string) => {
            found += 1;
            return `import(${quote}${address}${quote}+(self.importQuery||""))`;
          });
        }
        if (found === 0) this.error('No dynamic import was found in the build: revisit this plugin');
      },
    },
  };
}
