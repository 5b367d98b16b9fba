// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordIn } from '#frontend/shell/http/typed-records.ts';
import { click } from '#frontend/testing/click.ts';
import { headings, openList, rowsInDocument, startListServer } from '../testing/list-fixture.tsx';
import { type CellProps, defineColumns } from './columns.ts';
import { ListFrame } from './list-frame.tsx';
import { GeneratedList } from './list-page.tsx';
import { ListRows } from './list-rows.tsx';
import { ColumnsPopover } from './list-tools.tsx';
import { useListPage } from './use-list-page.ts';

const Shout = ({ item }: CellProps<RecordIn<'users'>>) => <b>{item.email.toUpperCase()}</b>;

const columns = defineColumns('users', [
  { field: 'name' },
  { name: 'shout', label: 'manager.show.created', Cell: Shout },
  { field: 'role', Cell: ({ item }) => <i>{`is ${item.role}`}</i> },
  { field: 'onboardedAt', hidden: true },
]);

/** A custom page with the parts of the generated one. */
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

test('a custom list shows its columns in order, and renders its cells', async () => {
  await openList('', Page);
  expect(headings()).toEqual(['Name', 'Created', 'Role']);
  expect(cells().slice(1, 4)).toEqual([
    expect.stringContaining('User 0000'),
    'USER-0@EXAMPLE.COM',
    'is user',
  ]);
});

test('users choose only among the fields of a custom list; other columns stay behind the preceding column', async () => {
  await openList('', Page);
  const button = screen.getByText('Columns').closest('button')!;
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  // The panel is loaded when it opens.
  const down = await screen.findByLabelText('Move Name down');
  const choice = [...document.querySelectorAll('ol input[type=checkbox]')];
  expect(choice.map((box) => box.closest('label')?.textContent)).toEqual(['Name', 'Role', 'Onboarded']);
  fireEvent.click(down);
  expect(headings()).toEqual(['Role', 'Name', 'Created']);
});

test('a list with few columns takes no more than a part of the window, until users choose more', async () => {
  const few = defineColumns('users', [
    { field: 'name' },
    { field: 'role' },
    { field: 'email', hidden: true },
  ]);
  await openList('', () => <GeneratedList columns={few} />);
  const isNarrow = () => document.querySelector('[data-few-columns]') !== null;
  expect(isNarrow()).toBe(true);
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
  await click(screen.getByRole('button', { name: 'More actions' }));
  await click(await screen.findByText('Columns', { selector: '[role=menuitem]' }));
  await click(screen.getByRole('checkbox', { name: 'Email' }));
  expect(headings()).toEqual(['Name', 'Role', 'Email']);
  expect(isNarrow()).toBe(false);
});

test('a custom list ignores columns of a URL that it does not have', async () => {
  await openList('?_columns=email,role', Page);
  expect(headings()).toEqual(['Role', 'Created']);
});
