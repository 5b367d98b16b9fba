import { readFileSync } from 'node:fs';
import { entryPoints } from '@bindery/tools/release/public-api.ts';
import type { ProjectCopy } from './project-copy.ts';

// All code that the documents tell a developer to write, in one copy of the project.

/** The config, which several documents extend. */
export const CONFIG = 'resources.config.ts';
/** The list of extensions' endpoints. */
export const ENDPOINTS = 'contract/extensions/index.ts';
/** The list of the product's field kinds. */
export const FIELD_KINDS = 'contract/extensions/field-kinds/index.ts';

/** Guides with extensions, and the expected test names of their code. */
export const GUIDES = {
  'docs/extensions.md': [
    'GET /api/loans/overdue accepts the correct callers only',
    'POST /api/loans/:id/give-back accepts the correct callers only',
    'POST /api/loans/:id/exchange accepts the correct callers only',
    'POST /api/loans/extend-selected accepts the correct callers only',
    'POST /api/loans/remind-selected accepts the correct callers only',
  ],
  'docs/own-pages.md': [],
  'docs/api.md': [],
  'docs/tour.md': ['lends power tools for a week at most', 'shows users their own borrowings only'],
  'docs/public-pages.md': [],
  'docs/recipes.md': [
    'GET /api/suggestions/per-month accepts the correct callers only',
    'emails the buyers about a new one',
    'lets admins decide once',
    'accepts a PDF as a quote',
    'deletes rejected ones at night',
    'counts the suggestions of each month',
    'has sample tools, which are added once',
    'reserves a tool for one user at a time',
    'lets admins confirm, and users cancel',
    'reminds once of confirmed reservations for tomorrow',
    'POST /api/reservations/paid accepts the correct callers only',
    'records a deposit once, if the payment service has signed the call',
  ],
} as const;

/**
 * Returns the code of documents, by file. Entries and lines of the registry accumulate, other files have one
 * place.
 */
function codeOf(...documents: string[]): Map<string, string> {
  const code = new Map<string, string>();
  for (const document of documents)
    for (const [, file = '', text = ''] of readFileSync(document, 'utf8').matchAll(
      /^```(?:tsx?|css|json) (\S+)\n([\s\S]*?)^```/gm,
    )) {
      if (code.has(file) && file !== CONFIG && file !== ENDPOINTS)
        throw new Error(`${file} is in two places.`);
      code.set(file, (code.get(file) ?? '') + text);
    }
  return code;
}

/** Returns the kinds of fields that entries use. */
const kindsIn = (entries: string) => [...new Set(entries.match(/(?<=: )\w+(?=\()/g))];

/** Returns the examples of the packages' entry points, by file. */
const examplesOfEntryPoints = () =>
  [...entryPoints('.')].flatMap(([name, file]) => {
    const [, example] = /^ \* @example\n([\s\S]*?)^ \*\/$/m.exec(readFileSync(file, 'utf8')) ?? [];
    const code = example?.replaceAll(/^ \* ?/gm, '');
    return code ? [[`e2e/examples/${name.slice(1).replaceAll('/', '-')}.tsx`, code] as const] : [];
  });

const entry = /```ts\n(publishers: [\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1];
/** The code of the guides with extensions, by file. */
export const extension: ReadonlyMap<string, string> = codeOf(...Object.keys(GUIDES));
/** The code of the guide to field kinds, by file. */
export const fieldKind: ReadonlyMap<string, string> = codeOf('docs/field-kinds.md');
/** The examples of the packages' entry points, by file. */
export const entryPointExamples: readonly (readonly [file: string, code: string])[] = examplesOfEntryPoints();

const written = [...extension, ...fieldKind, ...entryPointExamples].filter(
  ([file]) => ![CONFIG, ENDPOINTS, FIELD_KINDS].includes(file),
);
/** The files that the examples add. */
export const writtenFiles: readonly string[] = written.map(([file]) => file);

/** Writes all examples into a copy, with their migration, whose output it returns. */
export function writeExamples(copy: ProjectCopy): string {
  for (const [file, code] of written) copy.write(file, code);
  copy.edit(ENDPOINTS, { 'export {};': extension.get(ENDPOINTS)!.trim() });
  copy.edit(FIELD_KINDS, { 'export {};': fieldKind.get(FIELD_KINDS)!.trim() });
  const [, imported = ''] = /^import \{([^}]*)\} from '@bindery\/contract';$/m.exec(copy.read(CONFIG)) ?? [];
  const missing = kindsIn(`${entry}${extension.get(CONFIG)}`).filter(
    (kind) => !new RegExp(`\\b${kind}\\b`).test(imported),
  );
  copy.editConfig({
    'import {': `import { rating } from '#contract/extensions/field-kinds/index.ts';\nimport { ${missing.join(', ')} } from '@bindery/contract';\nimport {`,
    'users: {': `${entry}${extension.get(CONFIG)!.trim()}\n  users: {`,
    'publisher: text({ max: 255 }),': 'publisher: text({ max: 255 }),\n      rating: rating({ stars: 6 }),',
  });
  return copy.run('backend/tools/src/bindery.ts', 'migration', 'create');
}
