import { globSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProduct } from './support/created-product.ts';
import { GUIDES, writeExamples, writtenFiles } from './support/documented-code.ts';
import { ProjectCopy } from './support/project-copy.ts';
import { isStarter } from './support/starter.ts';

// Runs tests of the project in changed copies of it, which reveal incorrect assumptions about its features.
// `npm test` leaves them to `npm run test:copies`, because they repeat what it has tested unchanged.

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
});

afterEach(() => copy.remove());

// The changed config needs new templates of the databases, which take a while on a busy machine. One worker
// loads the modules once.
const vitest = (...rest: string[]) =>
  stripVTControlCharacters(
    copy.run(
      'node_modules/vitest/vitest.mjs',
      ...['run', '--testTimeout=120000', '--hookTimeout=240000', '--maxWorkers=1', '--reporter=verbose'],
      ...rest,
    ),
  );

const bindery = (...command: string[]) => copy.run('backend/tools/src/bindery.ts', ...command);

/** Adds an entry, and writes the page of the app that the first steps offer for it. */
function writeFirstPage() {
  const fields =
    "{ name: text(), dueOn: datetime(), state: select(['new', 'onHold']), by: reference('users') }";
  copy.editConfig({
    'users: {': `projects: { fields: ${fields}, rights: { chief: ['read'] } },\n  users: {`,
    'select,': 'reference, select,',
  });
  const script = 'write-page.ts';
  copy.write(
    script,
    `import { writeAppPage } from '@bindery/tools/developers/app-page.ts';
import resources from './resources.config.ts';

writeAppPage(process.cwd(), resources.projects);
`,
  );
  copy.run(script);
  copy.run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', 'frontend/extensions');
  copy.deleteFolder(script);
}

/** Checks the files that differ from the starter: the linter reads each file separately. */
const lint = () => {
  const sources = copy.changedSince('HEAD~2').filter((file) => /\.tsx?$/.test(file));
  expect(sources).toContain('resources.config.ts');
  copy.run(
    'node_modules/@biomejs/biome/bin/biome',
    ...['lint', '--vcs-enabled=false', '--error-on-warnings', ...sources],
  );
};

/**
 * The tests of the contract that depend on the installed features: contract/engine/src/schema only loads all
 * field kinds.
 */
const CONTRACT = globSync('contract/**/*.test.ts').filter(
  (file) =>
    !file.startsWith('contract/engine/src/schema/') ||
    file === 'contract/engine/src/schema/fields/kinds.test.ts',
);

test.runIf(isStarter)(
  'a created product compiles, and passes the linter and the tests of what it has',
  () => {
    createProduct(copy);
    const again = bindery('setup', '--without-example', '--color', '#1a6b8a');
    expect(again).toMatch(/already[\s\S]*Nothing has changed/);
    expect(bindery('migration', 'create')).toContain('Nothing to migrate');
    expect(bindery('check')).toContain('The ejected page matches its entry.');
    const config = copy.read('resources.config.ts');
    writeFirstPage();
    copy.compile();
    lint();
    // Tests would report its missing translations.
    copy.write('resources.config.ts', config);
    copy.deleteFolder('frontend/extensions/projects');
    // Those that read the installed features: running all tests again would take too long.
    vitest(
      'product.test.ts',
      'backend/engine/src/web/page-shell/pages.api.test.ts',
      'backend/engine/src/access/auth/first-admin.api.test.ts',
      'backend/engine/src/features/dashboard',
      'backend/engine/src/kernel/mail/messages.test.ts',
      'frontend/engine/src/build',
      'e2e/entry-reference.test.ts',
      'frontend/engine/src/locales',
      ...CONTRACT,
    );
  },
);

test.runIf(isStarter)('the examples pass the generated tests', () => {
  writeExamples(copy);
  const done = vitest(
    ...['frontend/engine/src/build', 'frontend/engine/src/locales'],
    ...['contract/engine/src/testing/specimens.test.ts', 'frontend/engine/src/manager/fields/index.test.ts'],
    'backend/engine/src/records/resources/every-entry.api.test.ts',
    'backend/engine/src/records/resources/every-kind.api.test.ts',
    'backend/engine/src/extend/endpoints.api.test.ts',
    ...writtenFiles.filter((file) => file.endsWith('.test.ts')),
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
