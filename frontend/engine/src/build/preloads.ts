import type { Preloads } from '@bindery/contract/api/preloads.ts';
import { type Language, languages } from '@bindery/contract/records/init.ts';
import { kebabCase } from '@bindery/contract/schema/names.ts';
import type { Plugin } from 'vite';
import { BundleFiles } from './bundle-files.ts';
import type { FirstVisit, VisitPart } from './first-visits.ts';

/** The uncompressed size from which the scripts of a page occupy a slow line for longer than they run. */
const LARGE = 100_000;

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
      const { extras, firstVisits, theme } = await import('./first-visits.ts');
      const files = new BundleFiles(root, bundle, this);
      const preloads: Preloads = {
        pages: await Promise.all(
          firstVisits.map((visit) => filesOf(withSlots(visit, { theme, files }), files)),
        ),
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

/**
 * Returns a visit without antd's configuration if none of the components of extensions on its page uses antd;
 * otherwise the browser renders the page.
 */
function withSlots(visit: FirstVisit, { theme, files }: { theme: string; files: BundleFiles }): FirstVisit {
  if (!visit.slots) return visit;
  if (visit.slots.some((slot) => files.usesAntd(slot))) return { ...visit, inBrowser: true };
  const { modulesIn: _, ...others } = visit;
  return { ...others, modules: visit.modules.filter((module) => module !== theme) };
}

/** Returns the files of a visit, and its calls. */
async function filesOf<Part extends VisitPart & Partial<FirstVisit>>(part: Part, files: BundleFiles) {
  const { modules, layout = [], modulesIn = {}, inputs = [], texts, slots: _, ...calls } = part;
  const code = [
    ...(await codeOf(modules, files)),
    ...inputs.flatMap((kind) => files.codeOfInput(`${kebabCase(kind)}.tsx`)),
  ];
  const scripts = distinct(code, files.entry);
  const scriptsIn = async (language: Language) => {
    const module = modulesIn[language];
    return module ? addresses(distinct(await files.codeOf(module), [...files.entry, ...scripts])) : [];
  };
  return {
    ...calls,
    scripts: addresses(scripts),
    ...(files.sizeOf(scripts) > LARGE && {
      firstScripts: addresses(distinct(await codeOf(layout, files), files.entry)),
    }),
    styles: addresses(distinct(files.stylesOf(scripts), files.stylesOf(files.entry))),
    scriptsIn: await byLanguage(scriptsIn),
    texts: await byLanguage(async (language) => addresses(texts.map((name) => files.textOf(language, name)))),
  };
}

const codeOf = async (modules: readonly string[], files: BundleFiles) =>
  (await Promise.all(modules.map((module) => files.codeOf(module)))).flat();

const addresses = (names: readonly string[]) => names.map((name) => `/${name}`);

/** Returns the distinct names without the known ones. */
const distinct = (names: readonly string[], known: readonly string[]) =>
  [...new Set(names)].filter((name) => !known.includes(name));

async function byLanguage(of: (language: Language) => Promise<string[]>) {
  const entries = languages.map(async (language) => [language, await of(language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Language, string[]>;
}
