import { defineResources, text } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { users } from '../testing/users-entry.ts';
import { compareUniques } from './compare-uniques.ts';

const rights = { admin: ['read', 'create'] } as const;
const plain = { name: text(), code: text() };
const config = (fields: object = {}, more: object = {}) =>
  defineResources({ tags: { fields: { ...plain, ...fields }, rights, ...more }, users });
const unique = config({ name: text({ unique: true }) });
const exact = config({ name: text({ unique: 'exact' }) });

/** The changes, as `+ what: verdict`. */
const told = (before: typeof unique, after: typeof unique) =>
  compareUniques({ before, after }).map(({ change, what, verdict }) => `${change} ${what}: ${verdict}`);

test('a new rule is breaking, and a removed one is safe', () => {
  expect(told(unique, unique)).toEqual([]);
  expect(told(config(), unique)).toEqual(['gains tags.name: breaking']);
  expect(told(config(), exact)).toEqual(['gains tags.name, exact true: breaking']);
  expect(compareUniques({ before: config(), after: unique })[0]!.rule).toBe('tags_name_folded_unique');
  expect(told(unique, config())).toEqual(['loses tags.name: safe']);
});

test('a changed rule is one change, which names each property that differs', () => {
  expect(told(unique, exact)).toEqual(['changes tags.name: exact false → true: review']);
  const pair = { fields: ['name', 'code'] };
  expect(
    told(
      config({}, { unique: [pair] }),
      config({}, { unique: [{ ...pair, reportOn: 'code', nulls: 'same' }] }),
    ),
  ).toEqual(['changes tags.name + code: reportOn "name" → "code", nulls "distinct" → "same": review']);
});

test('the condition of a rule is compared as well', () => {
  const withWhen = (when: Readonly<Record<string, readonly string[]>>): typeof unique => {
    const rule = { ...unique.tags!.unique[0]!, when };
    return { ...unique, tags: { ...unique.tags!, unique: [rule] } };
  };
  expect(told(unique, withWhen({ code: ['a'] }))).toEqual([
    'changes tags.name: when none → { code: ["a"] }: review',
  ]);
  expect(told(withWhen({ code: ['a'] }), withWhen({ code: ['a'] }))).toEqual([]);
});

test('a renamed field keeps its rule', () => {
  const renamed = defineResources({
    tags: { fields: { title: text({ unique: true, was: 'name' }), code: text() }, rights },
    users,
  });
  expect(compareUniques({ before: unique, after: renamed })).toEqual([]);
});

test('rules of a new resource have no rows, and are not reported', () => {
  const { users: alone } = unique;
  expect(compareUniques({ before: { users: alone! }, after: unique })).toEqual([]);
});
