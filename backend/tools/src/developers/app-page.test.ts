import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  boolean,
  date,
  defineResources,
  email,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appPageFiles, writeAppPage } from './app-page.ts';

const users = {
  managedBy: 'auth',
  fields: { email: email({ required: true, unique: true }), name: text() },
  label: 'email',
  rights: {},
} as const;
const { projects, notes, steps } = defineResources({
  projects: {
    fields: {
      isOpen: boolean(),
      name: text({ required: true }),
      dueOn: date(),
      state: select(['new', 'onHold']),
      owner: reference('users'),
    },
    label: 'name',
    rights: {},
  },
  notes: { fields: { text: text() }, rights: {} },
  steps: { fields: { project: reference('projects'), isDone: boolean() }, label: '{project}', rights: {} },
  users,
});
const paths = Object.keys(appPageFiles(projects));
const file = (resource: Parameters<typeof appPageFiles>[0], name: string) =>
  appPageFiles(resource)[`frontend/extensions/${resource.name}/${name}`]!;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'app-page-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('a list shows the label of a record and one more field, and the page of a record all in a line', () => {
  const list = file(projects, 'list-page.tsx');
  expect(list).toContain('{item.name}');
  expect(list).toContain("{t('projects.fields.dueOn')}: <bdi>{useDate(item.dueOn)}</bdi>");
  expect(list).not.toContain('item.state');
  const record = file(projects, 'record-page.tsx');
  expect(record).toContain('<dd>{useDate(item.dueOn)}</dd>');
  expect(record).toMatch(/<dd>\{item\.state && t\(`projects\.values\.state\.\$\{item\.state\}`\)\}<\/dd>/);
  expect(record).toContain('<dd>{item.owner?.label}</dd>');
  expect(record).not.toContain('isOpen');
});

test('a page of records with a single field, or with no text, has no more than it needs', () => {
  expect(file(notes, 'list-page.tsx')).toContain('{item.text}');
  expect(file(notes, 'list-page.tsx')).not.toMatch(/styles.second|useDate/);
  expect(file(notes, 'record-page.tsx')).not.toContain('<dd>');
  expect(file(steps, 'record-page.tsx')).toContain('{item.id}\n      </h1>');
});

test('every text of the pages is in the locale file', () => {
  const english = JSON.parse(file(projects, 'locales/en.json'));
  expect(english).toMatchObject({
    title: 'Projects',
    fields: { dueOn: 'Due on', state: 'State', owner: 'Owner' },
    values: { state: { new: 'New', onHold: 'On hold' } },
  });
  const sources = paths.map((path) => appPageFiles(projects)[path]).join('\n');
  const keys = Array.from(sources.matchAll(/'projects\.([\w.]+)'/g), ([, key = '']) => key);
  expect(keys.length).toBeGreaterThan(8);
  for (const key of keys)
    expect(
      key.split('.').reduce((texts, part) => texts?.[part], english),
      key,
    ).toBeTypeOf('string');
});

test('the files are written once', () => {
  expect(writeAppPage(root, projects)).toEqual(paths);
  const written = paths.map((path) => readFileSync(join(root, path), 'utf8'));
  expect(written).toEqual(Object.values(appPageFiles(projects)));
  expect(() => writeAppPage(root, projects)).toThrow(`${paths[0]} already exists`);
});

test('nothing is written if one of them exists', () => {
  writeAppPage(root, projects);
  for (const path of paths.slice(0, -1)) rmSync(join(root, path));
  writeFileSync(join(root, paths.at(-1)!), '{}');
  expect(() => writeAppPage(root, projects)).toThrow(`${paths.at(-1)} already exists`);
  for (const path of paths.slice(0, -1)) expect(() => readFileSync(join(root, path))).toThrow('ENOENT');
  expect(readFileSync(join(root, paths.at(-1)!), 'utf8')).toBe('{}');
});
