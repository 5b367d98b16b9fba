import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { languages } from '#contract/init.ts';
import { type FirstVisit, firstVisits } from './first-visits.ts';

/** The built files of a page's first visit, as addresses; the texts by language. */
export interface Preloads {
  address: string;
  scripts: string[];
  styles: string[];
  texts: Record<string, string[]>;
  data?: string;
  asked?: Record<string, string>;
}

/** Writes `.vite/preloads.json`: for each page of `firstVisits`, what the server may announce with the document. */
export function writePreloads(): Plugin {
  let root = '';
  return {
    name: 'write-preloads',
    apply: 'build',
    configResolved: (config) => {
      root = path.join(config.root, 'frontend');
    },
    generateBundle(_, bundle) {
      const source = JSON.stringify(firstVisits.map((visit) => preloadsOf({ visit, root, bundle })));
      this.emitFile({ type: 'asset', fileName: '.vite/preloads.json', source });
    },
  };
}

interface Part {
  visit: FirstVisit;
  root: string;
  bundle: Rolldown.OutputBundle;
}

function preloadsOf({ visit, root, bundle }: Part): Preloads {
  const outputs = Object.values(bundle);
  const chunks = outputs.filter((output) => output.type === 'chunk');
  // What the document names itself is left out.
  const named = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => withImports(fileName, bundle)),
  );
  const files = visit.modules.flatMap((module) => {
    const id = path.join(root, module);
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`There is no ${module}: correct frontend/build/first-visits.ts`);
    return withImports(chunk.fileName, bundle);
  });
  const scripts = [...new Set(files)].filter((file) => !named.has(file));
  const styles = scripts.flatMap((file) => stylesOf(bundle[file]));
  const textFile = (name: string) => {
    const asset = outputs.find(
      (output) =>
        output.type === 'asset' && output.originalFileNames.some((file) => file.endsWith(`/locales/${name}`)),
    );
    if (!asset) throw new Error(`There is no locale file ${name}: correct frontend/build/first-visits.ts`);
    return `/${asset.fileName}`;
  };
  const texts = languages.map((language) => [
    language,
    visit.texts.map((name) => textFile(`${language}/${name}.json`)),
  ]);
  return {
    address: visit.address,
    scripts: scripts.map((file) => `/${file}`),
    styles: [...new Set(styles)].map((file) => `/${file}`),
    texts: Object.fromEntries(texts),
    ...(visit.data !== undefined && { data: visit.data }),
    ...(visit.asked && { asked: visit.asked }),
  };
}

/** A chunk and all that it imports at once. */
function withImports(file: string, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const output = bundle[name];
    if (output?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    for (const imported of output.imports) add(imported);
  };
  add(file);
  return [...found];
}

const stylesOf = (output: Rolldown.OutputBundle[string] | undefined): string[] =>
  output?.type === 'chunk' ? [...(output.viteMetadata?.importedCss ?? [])] : [];
