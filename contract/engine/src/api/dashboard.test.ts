import { expect, test } from 'vitest';
import { defineResources, type Resource, text } from '#contract/schema/index.ts';
import { dashboardResources } from './dashboard.ts';

const many = (...stated: (boolean | undefined)[]): Resource[] =>
  stated.map((dashboard, at) => {
    const entry = { fields: { name: text() }, rights: { admin: ['read'] as const } };
    const { shelves } = defineResources({
      shelves: dashboard === undefined ? entry : { ...entry, dashboard },
    });
    return { ...shelves, name: `shelves ${'abcdefgh'[at]}` };
  });
const shown = (all: readonly Resource[], readable = all) =>
  dashboardResources(all, readable).map(({ name }) => name.at(-1));

test('without `dashboard` in any entry, the dashboard shows the first six resources, except those with false', () => {
  const open = undefined;
  expect(shown(many(open, false, open, open, open, open, open, open))).toEqual([
    'a',
    'c',
    'd',
    'e',
    'f',
    'g',
  ]);
});

test('as soon as one entry sets `dashboard: true`, only such resources are shown, if the user may read them', () => {
  const all = many(undefined, true, undefined, true, true);
  expect(shown(all)).toEqual(['b', 'd', 'e']);
  expect(shown(all, all.slice(0, 2))).toEqual(['b']);
  expect(shown(all, all.slice(0, 1))).toEqual([]);
});
