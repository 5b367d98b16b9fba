import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandError } from './command.ts';
import { CONFIG_FILE, configAt, inFolder, loadConfig, loadExtensionRoutes } from './load-config.ts';

const sourceOf = (fields: string) => `
import { defineResources, text } from '@bindery/contract/schema/index.ts';

export default defineResources({
  notes: { fields: { ${fields} }, rights: { admin: ['read'] } },
});
`;

const ROUTES = `
import { z } from 'zod';
import { defineRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { kinds } from '#contract/extensions/shared/kinds.ts';

export const notes = defineRoutes('notes', {
  pin: { method: 'POST', path: '/:id/pin', right: 'update', body: z.enum(kinds), responses: { 200: z.null() } },
});
`;

let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
    cwd: folder,
    stdio: 'pipe',
  });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'revisions-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
  git('tag', 'empty');
  writeFileSync(join(folder, CONFIG_FILE), sourceOf('title: text()'));
  const routes = join(folder, 'contract/extensions');
  mkdirSync(join(routes, 'shared'), { recursive: true });
  writeFileSync(join(routes, 'index.ts'), "export { notes } from './notes.ts';\n");
  writeFileSync(join(routes, 'notes.ts'), ROUTES);
  writeFileSync(join(routes, 'shared/kinds.ts'), "export const kinds = ['big', 'small'] as const;\n");
  mkdirSync(join(folder, 'migrations'));
  writeFileSync(join(folder, 'migrations/Migration1.ts'), 'export {};\n');
  writeFileSync(join(folder, 'migrations/snapshot.json'), '{}\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Add notes');
  rmSync(routes, { recursive: true });
  writeFileSync(join(folder, CONFIG_FILE), sourceOf('heading: text()'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('resource-config-'));

test('a revision is loaded regardless of the current file', async () => {
  const { source, commit } = configAt('HEAD', folder);
  expect(commit).toMatch(/^[0-9a-f]{7}$/);
  const { notes } = await loadConfig(source);
  expect(Object.keys(notes!.fields)).toEqual(['title']);
});

test('its migrations can be planned from, regardless of those written since', async () => {
  writeFileSync(join(folder, 'migrations/Migration2.ts'), 'export const later = true;');
  const names = await inFolder(configAt('HEAD', folder).migrations, async (copy) =>
    readdirSync(join(copy, 'migrations')),
  );
  expect(names).toEqual(['Migration1.ts', 'snapshot.json']);
});

test('the routes of extensions are loaded from the revision, and a revision without them has none', async () => {
  const before = temporary();
  const { notes } = await loadExtensionRoutes(configAt('HEAD', folder).routes);
  expect(notes).toMatchObject({ pin: { path: '/api/notes/:id/pin', metadata: { right: 'update' } } });
  expect(await loadExtensionRoutes(new Map())).toEqual({});
  const broken = new Map([['contract/extensions/index.ts', "export * from './gone.ts';"]]);
  await expect(loadExtensionRoutes(broken)).rejects.toThrow(/gone/);
  expect(temporary()).toEqual(before);
});

test.each(['none', '--output=x', '', 'a\0b', '😀', 'HEAD:resources.config.ts', 'x'.repeat(255)])(
  '%j is not a revision',
  (revision) => {
    expect(() => configAt(revision, folder)).toThrow(CommandError);
  },
);

test('a revision without the file, and a folder without git, have different errors', () => {
  expect(() => configAt('empty', folder)).toThrow('empty has no resources.config.ts');
  expect(() => configAt('HEAD', tmpdir())).toThrow('git knows no revision "HEAD" of this folder');
});

test('a config with a mistake is rejected as at the start, and leaves nothing behind', async () => {
  const before = temporary();
  await expect(loadConfig(sourceOf('q: text()'))).rejects.toThrow(
    /notes\.fields\.q: "q" is a list parameter/,
  );
  await expect(loadConfig(sourceOf('q: nothing()'))).rejects.toThrow(/nothing is not defined/);
  await expect(loadConfig('export default {')).rejects.toThrow();
  expect(temporary()).toEqual(before);
});
