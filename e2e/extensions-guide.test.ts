import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProjectCopy } from './support/project-copy.ts';

/** The code of docs/extensions.md, by file. */
const guide = readFileSync('docs/extensions.md', 'utf8');
const code = new Map(
  [...guide.matchAll(/^```(?:tsx?|json) (\S+)\n([\s\S]*?)^```/gm)].map(([, file = '', text = '']) => [
    file,
    text,
  ]),
);

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
});

afterEach(() => copy.remove());

const vitest = (...rest: string[]) =>
  copy.run('node_modules/vitest/vitest.mjs', 'run', '--testTimeout=120000', '--hookTimeout=240000', ...rest);

test('the extension of the guide compiles, is served to those who may, and passes the tests that come by themselves', () => {
  const config = 'resources.config.ts';
  const registry = 'contract/extensions/index.ts';
  expect([...code.keys()]).toEqual(expect.arrayContaining([config, registry]));
  copy.editConfig({ 'import {': 'import {\n  date,', 'users: {': `${code.get(config)?.trim()}\n  users: {` });
  copy.edit(registry, { 'export {};': code.get(registry)!.trim() });
  const files = [...code.keys()].filter((file) => file !== config && file !== registry);
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
  const access = ['backend/extend/endpoints.api.test.ts', '--testNamePattern', 'project’s extensions'];
  const done = vitest(...access, '--reporter', 'verbose');
  for (const name of ['GET /api/loans/overdue answers', 'POST /api/loans/:id/give-back answers'])
    expect(done).toContain(name);
});
