import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JsonConflict, mergeJson } from './merge-json.ts';

const base = { resources: { users: { label: 'Users', gone: 'Gone' } }, title: 'Title' };

test('texts that both sides add at the same place are all there, theirs behind what they follow', () => {
  const ours = { resources: { users: base.resources.users, orders: { label: 'Orders' } }, title: 'Title' };
  const theirs = {
    resources: { users: base.resources.users, keys: { label: 'Keys' } },
    news: 'News',
    title: 'Title',
  };
  const merged = mergeJson({ base, ours, theirs });
  expect(JSON.stringify(merged)).toBe(
    JSON.stringify({
      resources: { users: base.resources.users, keys: { label: 'Keys' }, orders: { label: 'Orders' } },
      news: 'News',
      title: 'Title',
    }),
  );
});

test('what one side changes or removes is taken from it', () => {
  const ours = { resources: { users: { label: 'People', gone: 'Gone' } }, title: 'Title' };
  const theirs = { resources: { users: { label: 'Users' } }, title: 'Heading' };
  expect(mergeJson({ base, ours, theirs })).toEqual({
    resources: { users: { label: 'People' } },
    title: 'Heading',
  });
});

test('what we have removed stays away when they change it', () => {
  const theirs = { ...base, resources: { users: { label: 'Users', gone: 'Not gone' } } };
  const ours = { resources: { users: { label: 'Users' } }, title: 'Title' };
  expect(mergeJson({ base, ours, theirs })).toEqual(ours);
  expect(mergeJson({ base, ours: { title: 'Title' }, theirs })).toEqual({ title: 'Title' });
});

test('lists of named items are merged by their names: the tables of a snapshot', () => {
  const table = (name: string, ...columns: string[]) => ({ name, columns });
  const index = (keyName: string) => ({ keyName });
  const was = { tables: [table('books', 'id'), table('users', 'id')], indexes: [index('a')] };
  const ours = { tables: [table('orders', 'id'), table('users', 'id')], indexes: [index('a'), index('b')] };
  const theirs = {
    tables: [table('books', 'id', 'title'), table('users', 'id', 'phone'), table('views', 'id')],
    indexes: [index('a'), index('c')],
  };
  expect(mergeJson({ base: was, ours, theirs })).toEqual({
    tables: [table('orders', 'id'), table('users', 'id', 'phone'), table('views', 'id')],
    indexes: [index('a'), index('c'), index('b')],
  });
  const unnamed = { tables: [{ name: 'a' }, { name: 'a' }] };
  expect(() => mergeJson({ base: {}, ours: unnamed, theirs: { tables: ['a'] } })).toThrow(JsonConflict);
});

test('a text that both sides have changed is a conflict, with its path', () => {
  const to = (label: string) => ({ ...base, resources: { users: { label, gone: 'Gone' } } });
  const merge = () => mergeJson({ base, ours: to('People'), theirs: to('Accounts') });
  expect(merge).toThrow(JsonConflict);
  expect(merge).toThrow('resources.users.label');
});

test('the driver merges each file in its way, and marks a conflict as git does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'merge-driver-'));
  const files = ['base', 'ours', 'theirs'].map((name) => join(folder, name));
  let name = 'manager.json';
  const run = (...versions: readonly (object | string)[]) => {
    for (const [index, version] of versions.entries())
      writeFileSync(
        files[index]!,
        typeof version === 'string' ? version : `${JSON.stringify(version, null, 2)}\n`,
      );
    const driver = join(import.meta.dirname, 'merge-driver.ts');
    const { status } = spawnSync(process.execPath, [driver, ...files, name], { encoding: 'utf8' });
    return { status, text: readFileSync(files[1]!, 'utf8') };
  };
  try {
    expect(run({ a: '1' }, { a: '1', b: '2' }, { a: '1', c: '3' })).toEqual({
      status: 0,
      text: '{\n  "a": "1",\n  "c": "3",\n  "b": "2"\n}\n',
    });
    const { status, text } = run({ a: '1' }, { a: '2' }, { a: '3' });
    expect(status).toBe(1);
    expect(text).toMatch(/<<<<<<< yours\n.*"2"\n=======\n.*"3"\n>>>>>>> theirs/);
    expect(run('{', '{', 'no JSON')).toMatchObject({ status: 0, text: 'no JSON' });

    name = 'package.json';
    const starter = { name: 'bindery', version: '1', dependencies: { zod: '1' } };
    const product = { name: 'acme', version: '1', dependencies: { leaflet: '1', zod: '1' } };
    const later = { name: 'renamed', version: '2', dependencies: { zod: '2' } };
    const merged = JSON.parse(run(starter, product, later).text);
    expect(merged).toEqual({ name: 'acme', version: '2', dependencies: { leaflet: '1', zod: '2' } });

    name = 'resources.config.ts';
    const config = (entries: string) => `export default defineResources({${entries}\n});\n`;
    const [was, ours, theirs] = ['\n  a: {},', '\n  b: {},', '\n  a: { b: 1 },\n  c: {},'].map(config);
    expect(run(was!, ours!, theirs!)).toEqual({ status: 0, text: config('\n  c: {},\n  b: {},') });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
