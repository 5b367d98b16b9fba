import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { productRoot } from '@bindery/contract/api/product.ts';
import { localeFiles, mergedTexts } from '@bindery/contract/api/texts/locale-files.ts';
import { type Language, languages } from '@bindery/contract/records/init.ts';
import type { Plugin } from 'vite';

const ID = 'virtual:bindery/locales';

/**
 * Returns the folder of merged texts. Several products may share a `node_modules`, so each has its own
 * folder.
 */
function mergedFile(language: Language, namespace: string): string {
  const root = productRoot();
  const product = createHash('sha256').update(root).digest('hex').slice(0, 8);
  const cache = path.join(root, 'node_modules/.cache/bindery');
  mkdirSync(cache, { recursive: true });
  // Vite names a file by its real path.
  return path.join(realpathSync(cache), product, 'locales', language, `${namespace}.json`);
}

/**
 * Returns the file that pages load for a namespace; undefined if it has no texts. Several are written as one.
 */
export function localeFileOfPages(language: Language, namespace: string): string | undefined {
  const files = localeFiles(language).get(namespace);
  return files && fileOf(files, { language, namespace });
}

function fileOf(
  files: readonly string[],
  { language, namespace }: { language: Language; namespace: string },
): string {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return only;
  const file = mergedFile(language, namespace);
  const source = JSON.stringify(mergedTexts(files), undefined, 2);
  if (existsSync(file) && readFileSync(file, 'utf8') === source) return file;
  mkdirSync(path.dirname(file), { recursive: true });
  // Renamed only when complete, because another process may read it.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, source);
  renameSync(unfinished, file);
  return file;
}

/** Returns the source of the module with the addresses of all texts. */
export function localesModule(): string {
  // Pages show texts in English that have no file in another language yet.
  const english = localeFiles('en');
  const all = languages.flatMap((language) =>
    [...new Map([...english, ...localeFiles(language)])].map(([namespace, files]) => ({
      name: `${language}/${namespace}`,
      file: fileOf(files, { language, namespace }),
    })),
  );
  const imports = all.map(({ file }, index) => `import t${index} from ${JSON.stringify(`${file}?url`)};`);
  const entries = all.map(({ name }, index) => `${JSON.stringify(name)}: t${index}`);
  return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`;
}

/**
 * Provides `virtual:bindery/locales`, the addresses of all texts by language and namespace: `fr/manager`.
 * Texts that the product adds to, or replaces in, a namespace of the engine are part of the same file.
 */
export function mergedLocales(): Plugin {
  return {
    name: 'merged-locales',
    resolveId: { filter: { id: new RegExp(`^${ID}$`) }, handler: () => `\0${ID}` },
    load: { filter: { id: new RegExp(`^\0${ID}$`) }, handler: localesModule },
    // An open page requests the texts again; a new file changes their list.
    configureServer({ watcher, moduleGraph, ws }) {
      const renew = (file: string) => {
        if (!/\/locales\/(?:[^/]+\/)?[^/]+\.json$/.test(file.replaceAll('\\', '/'))) return;
        const module = moduleGraph.getModuleById(`\0${ID}`);
        if (module) moduleGraph.invalidateModule(module);
        ws.send({ type: 'full-reload' });
      };
      watcher.on('add', renew).on('unlink', renew).on('change', renew);
    },
  };
}
