import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { entryPoints } from '@bindery/tools/release/public-api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectCopy } from './support/project-copy.ts';
import { isStarter } from './support/starter.ts';

// All code that the documents tell a developer to write, in one copy of the project: compiling a copy and
// starting its tests takes most of the time.

const CONFIG = 'resources.config.ts';
const ENDPOINTS = 'contract/extensions/index.ts';
const FIELD_KINDS = 'contract/extensions/field-kinds/index.ts';

/** Guides with extensions, and the expected test names of their code. */
const GUIDES = {
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
const extension = codeOf(...Object.keys(GUIDES));
const fieldKind = codeOf('docs/field-kinds.md');
const entryPointExamples = examplesOfEntryPoints();
const written = [...extension, ...fieldKind, ...entryPointExamples].filter(
  ([file]) => ![CONFIG, ENDPOINTS, FIELD_KINDS].includes(file),
);

let copy: ProjectCopy;
let migration: string;

beforeAll(() => {
  if (!isStarter) return;
  copy = new ProjectCopy();
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
  migration = copy.run('backend/tools/src/bindery.ts', 'migration', 'create');
});

afterAll(() => copy?.remove());

// Templates of the databases are created again, which takes a while on a busy machine. One worker loads
// modules once.
const vitest = (...rest: string[]) => {
  const output = copy.run(
    'node_modules/vitest/vitest.mjs',
    ...[
      'run',
      '--testTimeout=120000',
      '--hookTimeout=240000',
      '--maxWorkers=1',
      '--reporter',
      'verbose',
      ...rest,
    ],
  );
  return stripVTControlCharacters(output);
};

test.runIf(isStarter)(
  'a field kind is two files and one line, an extension only adds to the config and one file',
  () => {
    expect([...fieldKind.keys()]).toEqual([
      'contract/extensions/field-kinds/rating.ts',
      'frontend/extensions/field-kinds/rating.tsx',
      FIELD_KINDS,
    ]);
    expect(fieldKind.get(FIELD_KINDS)).toMatch(/^.*\n$/);
    expect([...extension.keys()]).toEqual(expect.arrayContaining([CONFIG, ENDPOINTS]));
  },
);

test.runIf(isStarter)('the examples have a migration', () => {
  expect(migration).toContain('publishers');
  expect(migration).toContain('loans');
  expect(migration).toContain('rating');
});

test.runIf(isStarter)('each entry point of the packages has an example', () => {
  expect(entryPointExamples.length).toBeGreaterThan(16);
});

test.runIf(isStarter)('the examples compile and pass the linter', () => {
  const sources = written.map(([file]) => file).filter((file) => !file.endsWith('.json'));
  copy.compile(sources.filter((file) => /\.tsx?$/.test(file)));
  copy.run(
    'node_modules/@biomejs/biome/bin/biome',
    ...['check', '--vcs-enabled=false', '--error-on-warnings', ...sources],
  );
});

test.runIf(isStarter)('the examples pass the generated tests', () => {
  const done = vitest(
    ...['frontend/engine/src/build', 'frontend/engine/src/locales'],
    ...['contract/engine/src/testing/specimens.test.ts', 'frontend/engine/src/manager/fields/index.test.ts'],
    'backend/engine/src/records/resources/every-entry.api.test.ts',
    'backend/engine/src/records/resources/every-kind.api.test.ts',
    'backend/engine/src/extend/endpoints.api.test.ts',
    ...written.map(([file]) => file).filter((file) => file.endsWith('.test.ts')),
    '--testNamePattern',
    // Tests of pages and kinds of fields are in no group, those of texts in one of their language.
    '^[^>]+$|^(the texts in )?(en|fr|ar|sw) >|> publishers >|(of|empty|a) rating|by rating|project’s extensions|the extension of',
  );
  for (const name of [
    'every page of the table has a module',
    'fr > has exactly the keys of the English files',
    'valid sample of rating',
    'components of rating',
    'empty rating',
    'publishers > a record that admin writes > is returned as it was stored',
    'publishers > lists > are filtered by name with each of its operators',
    'filtered by rating with each of its operators',
    ...Object.values(GUIDES).flat(),
  ])
    expect(done).toContain(name);
});
