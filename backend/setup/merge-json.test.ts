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

test('a text that both sides have changed is a conflict, with its path', () => {
  const to = (label: string) => ({ ...base, resources: { users: { label, gone: 'Gone' } } });
  const merge = () => mergeJson({ base, ours: to('People'), theirs: to('Accounts') });
  expect(merge).toThrow(JsonConflict);
  expect(merge).toThrow('resources.users.label');
});

test('the driver marks a conflict as git does, and leaves the rest of the file as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'merge-driver-'));
  const files = ['base', 'ours', 'theirs'].map((name) => join(folder, name));
  const run = (...versions: readonly object[]) => {
    for (const [index, version] of versions.entries())
      writeFileSync(files[index]!, `${JSON.stringify(version, null, 2)}\n`);
    const driver = join(import.meta.dirname, 'merge-driver.ts');
    const { status } = spawnSync(process.execPath, [driver, ...files], { encoding: 'utf8' });
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
  } finally {
    rmSync(folder, { recursive: true });
  }
});
