import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { expect, test } from 'vitest';
import { groupEntries } from './entries.tsx';

const entry = (id: string, at: string, more: Partial<HistoryChange> = {}): HistoryChange => ({
  id,
  at: `2026-11-22T${at}:00.000Z`,
  action: 'update',
  batch: null,
  changes: {},
  actor: { id: 'ada', label: 'Ada' },
  impersonator: null,
  apiKey: null,
  ...more,
});
const grouped = (entries: readonly HistoryChange[]) =>
  groupEntries(entries).map((group) => group.entries.map(({ id }) => id));

test('changes of one user within ten minutes of each other are one group', () => {
  expect(
    grouped([entry('d', '10:30'), entry('c', '10:20'), entry('b', '10:10'), entry('a', '09:59')]),
  ).toEqual([['d', 'c', 'b'], ['a']]);
});

test('changes of different users, during impersonation, or with an API key are not in one group', () => {
  const grace = { id: 'grace', label: 'Grace' };
  const entries = [
    entry('e', '10:04', { apiKey: { id: 'key', name: 'Nightly' } }),
    entry('d', '10:03', { actor: grace }),
    entry('c', '10:02', { impersonator: grace }),
    entry('b', '10:01'),
    entry('a', '10:00', { actor: null }),
  ];
  expect(grouped(entries)).toEqual([['e'], ['d'], ['c'], ['b'], ['a']]);
  expect(groupEntries([])).toEqual([]);
});
