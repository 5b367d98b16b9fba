import { expect, test } from 'vitest';
import type { ColumnDefinition } from '#frontend/manager/list/columns.ts';
import { userColumns } from './user-list.tsx';

const of = (columns: readonly ColumnDefinition[]) =>
  userColumns(columns).map((column) => {
    const name = 'field' in column ? column.field : column.name;
    return 'hidden' in column && column.hidden ? `(${name})` : name;
  });

test('users are listed by name, with one status instead of its fields', () => {
  const columns = ['email', 'name', 'role', 'emailVerified', 'onboardedAt', 'banned'].map((field) => ({
    field,
  }));
  expect(of([...columns, { field: 'createdAt', hidden: true }])).toEqual([
    ...['name', 'email', 'role', 'onboardedAt', 'status'],
    ...['(emailVerified)', '(banned)', '(createdAt)'],
  ]);
});

test('an entry that lists other fields has them in its order', () => {
  expect(of([{ field: 'email' }, { field: 'team' }, { field: 'name', hidden: true }])).toEqual([
    ...['email', 'team', '(name)'],
  ]);
});

test('on phones the address follows the name, and the status beside it says whether the user has been onboarded', () => {
  const columns = ['email', 'name', 'role', 'emailVerified', 'onboardedAt', 'banned'].map((field) => ({
    field,
  }));
  const made = userColumns(columns);
  expect(made.map(({ onPhones }) => onPhones)).toEqual([
    ...[undefined, 'first', undefined, 'never', 'besideName'],
    ...[undefined, undefined],
  ]);
});
