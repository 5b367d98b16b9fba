import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProjectCopy } from './support/project-copy.ts';

const CONFIG = 'resources.config.ts';
const REGISTRY = 'contract/extensions/index.ts';

/** The guides whose code is tried, in one copy of the project, with what their tests have to report. */
const GUIDES = {
  'docs/extensions.md': ['GET /api/loans/overdue answers', 'POST /api/loans/:id/give-back answers'],
  'docs/tour.md': ['does not lend a tool that has not come back', 'shows users their own borrowings only'],
  'docs/recipes.md': [
    ...[
      'GET /api/suggestions/per-month answers',
      'tells those who buy of a new one',
      'lets admins decide once',
    ],
    ...[
      'takes a quote that is a PDF',
      'forgets at night what was refused',
      'counts the suggestions of each month',
    ],
  ],
} as const;

/** The code of the guides by file. Entries and lines of the registry are added up, any other file has one place. */
const code = new Map<string, string>();
for (const guide of Object.keys(GUIDES))
  for (const [, file = '', text = ''] of readFileSync(guide, 'utf8').matchAll(
    /^```(?:tsx?|css|json) (\S+)\n([\s\S]*?)^```/gm,
  )) {
    if (code.has(file) && file !== CONFIG && file !== REGISTRY) throw new Error(`${file} is in two places.`);
    code.set(file, (code.get(file) ?? '') + text);
  }

/** The kinds of fields that the entries use, which the config has to import. */
const kinds = (entries: string) => [...new Set(entries.match(/(?<=: )\w+(?=\()/g))];

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
});

afterEach(() => copy.remove());

const vitest = (...rest: string[]) =>
  copy.run('node_modules/vitest/vitest.mjs', 'run', '--testTimeout=120000', '--hookTimeout=240000', ...rest);

test('the code of the guides compiles, is served to those who may, and passes the tests that come by themselves', () => {
  const entries = code.get(CONFIG)!;
  const missing = kinds(entries).filter((kind) => !new RegExp(`^  ${kind},$`, 'm').test(copy.read(CONFIG)));
  copy.editConfig({
    'import {': `import {\n  ${missing.join(',\n  ')},`,
    'users: {': `${entries.trim()}\n  users: {`,
  });
  copy.edit(REGISTRY, { 'export {};': code.get(REGISTRY)!.trim() });
  const files = [...code.keys()].filter((file) => file !== CONFIG && file !== REGISTRY);
  for (const file of files) copy.write(file, code.get(file)!);
  copy.compile();
  const sources = files.filter((file) => !file.endsWith('.json'));
  copy.run(
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--vcs-enabled=false',
    '--error-on-warnings',
    ...sources,
  );
  copy.run('backend/create-migration.ts');
  vitest('frontend/build', 'frontend/locales', 'e2e/import-circles.test.ts');
  const own = ['backend/extend/endpoints.api.test.ts', ...files.filter((file) => file.endsWith('.test.ts'))];
  const names = 'project’s extensions|the extension of';
  // One worker loads the modules once, and makes the databases of one template.
  const done = vitest(...own, '--maxWorkers', '1', '--testNamePattern', names, '--reporter', 'verbose');
  for (const name of Object.values(GUIDES).flat()) expect(done).toContain(name);
});
