import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { expect, test } from 'vitest';
import { groupChanges } from './history-changes.tsx';

const change = (id: string, at: string, more: Partial<HistoryChange> = {}): HistoryChange => ({
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
const grouped = (changes: readonly HistoryChange[]) =>
  groupChanges(changes).map((group) => group.changes.map(({ id }) => id));

test('changes of one user within ten minutes of each other are one group', () => {
  expect(
    grouped([change('d', '10:30'), change('c', '10:20'), change('b', '10:10'), change('a', '09:59')]),
  ).toEqual([['d', 'c', 'b'], ['a']]);
});

test('changes of different users, during impersonation, or with an API key are not in one group', () => {
  const grace = { id: 'grace', label: 'Grace' };
  const changes = [
    change('e', '10:04', { apiKey: { id: 'key', name: 'Nightly' } }),
    change('d', '10:03', { actor: grace }),
    change('c', '10:02', { impersonator: grace }),
    change('b', '10:01'),
    change('a', '10:00', { actor: null }),
  ];
  expect(grouped(changes)).toEqual([['e'], ['d'], ['c'], ['b'], ['a']]);
  expect(groupChanges([])).toEqual([]);
});
