import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appPageFiles } from '@bindery/contract/api/developers/app-page.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeAppPage } from './write-app-page.ts';

const shown = { name: 'tools', singular: 'tool', field: 'name' };
const paths = Object.keys(appPageFiles(shown));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'app-page-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('the files of a page of the app are written once', () => {
  writeAppPage(root, shown);
  const written = paths.map((path) => readFileSync(join(root, path), 'utf8'));
  expect(written).toEqual(Object.values(appPageFiles(shown)));
  expect(() => writeAppPage(root, shown)).toThrow(`${paths[0]} already exists`);
});

test('nothing is written if one of them exists', () => {
  writeAppPage(root, shown);
  for (const path of paths.slice(0, -1)) rmSync(join(root, path));
  writeFileSync(join(root, paths.at(-1)!), '{}');
  expect(() => writeAppPage(root, shown)).toThrow(`${paths.at(-1)} already exists`);
  for (const path of paths.slice(0, -1)) expect(() => readFileSync(join(root, path))).toThrow('ENOENT');
  expect(readFileSync(join(root, paths.at(-1)!), 'utf8')).toBe('{}');
});
