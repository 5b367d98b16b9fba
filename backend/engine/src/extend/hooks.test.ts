import type { decimal, text } from '@bindery/contract/schema/index.ts';
import { expect, expectTypeOf, test } from 'vitest';
import type { ResourceHooks, WriteContext } from '#backend/records/resources/hooks.ts';
import { composeHooks, type HooksOf } from './hooks.ts';

const write = {} as WriteContext;

test('composed hooks run one after the other, each with the values of the previous one', async () => {
  const calls: unknown[] = [];
  const adding = (letter: string): ResourceHooks => ({
    extraHistoryFields: [letter],
    beforeCreate: async ({ text }) => ({ text: text + letter }),
    beforeUpdate: async ({ before, values }) => {
      calls.push([letter, before.id, values]);
      return letter === 'a' ? { text: 'from a' } : undefined;
    },
    beforeDelete: async ({ id }) => void calls.push([letter, id]),
  });
  const both = composeHooks(adding('a'), adding('b'));
  expect(await both.beforeCreate?.({ text: '' }, write)).toEqual({ text: 'ab' });
  expect(await both.beforeUpdate?.({ before: { id: '7' }, values: { text: '' } }, write)).toEqual({
    text: 'from a',
  });
  await both.beforeDelete?.({ id: '7' }, write);
  expect(calls).toEqual([
    ['a', '7', { text: '' }],
    ['b', '7', { text: 'from a' }],
    ['a', '7'],
    ['b', '7'],
  ]);
  expect(both.extraHistoryFields).toEqual(['a', 'b']);
});

test('hooks that neither defines are absent, because writes without a hook are faster', () => {
  const composed = composeHooks({ afterCreate: async () => {} }, { afterCommit: async () => {} });
  expect(Object.keys(composed).toSorted()).toEqual(['afterCommit', 'afterCreate', 'extraHistoryFields']);
  const alone = { afterCreate: async () => {} };
  expect(composeHooks(alone, undefined)).toBe(alone);
});

test('a hook before a write has no tool whose effect a rollback would leave', () => {
  for (const tool of ['sendMail', 'addJob', 'records'] as const)
    expectTypeOf<WriteContext>().not.toHaveProperty(tool);
});

test('a computed field may be missing after a commit; before a write, reading it returns a value or throws', () => {
  type Hooks = HooksOf<{ name: ReturnType<typeof text>; total: Total }>;
  type Total = ReturnType<typeof decimal<{ computed: string }>>;
  type Before = Parameters<NonNullable<Hooks['beforeDelete']>>[0];
  type Record = NonNullable<Parameters<NonNullable<Hooks['afterCommit']>>[0]['record']>;
  expectTypeOf<Before['total']>().toEqualTypeOf<string | null>();
  expectTypeOf<Record['total']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Record['name']>().toEqualTypeOf<string | null>();
});
