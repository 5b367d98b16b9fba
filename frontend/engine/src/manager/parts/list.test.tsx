// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headings, openList, rowsInDocument, startListServer } from '../testing/list-fixture.tsx';
import {
  type CellProps,
  ColumnsPopover,
  defineColumns,
  ListFrame,
  ListRows,
  type RecordIn,
  useListPage,
} from './list.ts';

const Shout = ({ item }: CellProps<RecordIn<'users'>>) => <b>{item.email.toUpperCase()}</b>;

const columns = defineColumns('users', [
  { field: 'name' },
  { name: 'shout', label: 'manager.show.created', Cell: Shout },
  { field: 'role', Cell: ({ item }) => <i>{`is ${item.role}`}</i> },
  { field: 'onboardedAt', hidden: true },
]);

/** A page of one's own, of the parts of the generated one. */
function Page() {
  const { list, table, choice, selection, density } = useListPage(columns);
  return (
    <ListFrame list={list}>
      <ColumnsPopover table={table} choice={choice} />
      <ListRows list={list} table={table} density={density} selection={selection} />
    </ListFrame>
  );
}

beforeEach(() => startListServer());

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const cells = () => [...rowsInDocument()[0]!.cells].map(({ textContent }) => textContent);

test('a list of one’s own shows its columns in their order, and renders cells as it says', async () => {
  await openList('', Page);
  expect(headings()).toEqual(['Name', 'Created', 'Role']);
  expect(cells().slice(1, 4)).toEqual([
    expect.stringContaining('User 0000'),
    'USER-0@EXAMPLE.COM',
    'is user',
  ]);
});

test('users choose only among the fields of a list of one’s own; other columns stay behind the one they follow', async () => {
  await openList('', Page);
  const button = screen.getByText('Columns').closest('button')!;
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  const choice = [...document.querySelectorAll('ol input[type=checkbox]')];
  expect(choice.map((box) => box.closest('label')?.textContent)).toEqual(['Name', 'Role', 'Onboarded']);
  fireEvent.click(screen.getByLabelText('Move Name down'));
  expect(headings()).toEqual(['Role', 'Name', 'Created']);
});

test('columns of an address that a list of one’s own does not have are left out', async () => {
  await openList('?_columns=email,role', Page);
  expect(headings()).toEqual(['Role', 'Created']);
});
