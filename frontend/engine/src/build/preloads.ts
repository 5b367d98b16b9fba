import type { PageCalls, PreloadFiles, Preloads } from '@bindery/contract/api/preloads.ts';
import { type Language, languages } from '@bindery/contract/records/init.ts';
import { kebabCase } from '@bindery/contract/schema/names.ts';
import type { Plugin } from 'vite';
import { BundleFiles } from './bundle-files.ts';
import type { FirstVisit, VisitPart } from './first-visits.ts';

/** Writes `.vite/preloads.json`, from which the server builds its preload links. */
export function writePreloads(): Plugin {
  let root = '';
  return {
    name: 'write-preloads',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    async generateBundle(_, bundle) {
      // Imported here because it reads the product, which the config that imports this file may set later.
      const { extras, firstVisits } = await import('./first-visits.ts');
      const files = new BundleFiles(root, bundle, this);
      const preloads: Preloads = {
        pages: await Promise.all(firstVisits.map((visit) => pageFiles(visit, files))),
        onboarding: await filesOf(extras.onboarding, files),
        impersonation: await filesOf(extras.impersonation, files),
      };
      this.emitFile({
        type: 'asset',
        fileName: '.vite/preloads.json',
        source: JSON.stringify(preloads),
      });
    },
  };
}

async function pageFiles(visit: FirstVisit, files: BundleFiles): Promise<PreloadFiles & PageCalls> {
  const { modules: _, modulesIn: __, inputs: ___, texts: ____, ...calls } = visit;
  return { ...calls, ...(await filesOf(visit, files)) };
}

async function filesOf(part: VisitPart & Partial<FirstVisit>, files: BundleFiles): Promise<PreloadFiles> {
  const { modules, modulesIn = {}, inputs = [], texts } = part;
  const code = [
    ...(await Promise.all(modules.map((module) => files.codeOf(module)))).flat(),
    ...inputs.flatMap((kind) => files.codeOfInput(`${kebabCase(kind)}.tsx`)),
  ];
  const scripts = distinct(code, files.entry);
  const scriptsIn = async (language: Language) => {
    const module = modulesIn[language];
    return module ? addresses(distinct(await files.codeOf(module), [...files.entry, ...scripts])) : [];
  };
  return {
    scripts: addresses(scripts),
    styles: addresses(distinct(files.stylesOf(scripts), files.stylesOf(files.entry))),
    scriptsIn: await byLanguage(scriptsIn),
    texts: await byLanguage(async (language) => addresses(texts.map((name) => files.textOf(language, name)))),
  };
}

const addresses = (names: readonly string[]) => names.map((name) => `/${name}`);

/** Returns the distinct names without the known ones. */
const distinct = (names: readonly string[], known: readonly string[]) =>
  [...new Set(names)].filter((name) => !known.includes(name));

async function byLanguage(of: (language: Language) => Promise<string[]>) {
  const entries = languages.map(async (language) => [language, await of(language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Language, string[]>;
}
