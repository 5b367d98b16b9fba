// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { openList, serveList } from '../../testing/list-fixture.tsx';

const server = serveList();

/** Opens the panel of a button like a browser, which jsdom cannot do. */
async function openFrom(button: HTMLElement) {
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  panel.hidePopover = () => fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'closed' }));
  panel.removeAttribute('popover');
  await click(button);
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  await within(panel).findByRole('heading', { level: 2 });
  return within(panel);
}

const openFilters = () => openFrom(screen.getByRole('button', { name: /^Filters/ }));
const chips = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts=Delete]')].map(({ textContent }) =>
    textContent.trim(),
  );
const chip = (text: string) => screen.getByRole('button', { name: text });

test('the first fields with choices are open; with filters, only their fields are', async () => {
  await openList();
  const panel = await openFilters();
  const open = () => panel.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent);
  expect(open()).toEqual(['Role', 'Email verified']);
  await click(panel.getByRole('button', { name: 'Role' }));
  expect(open()).toEqual(['Email verified']);
  cleanup();
  await openList('?name_like=sea');
  const other = await openFilters();
  // First, where it cannot be missed.
  const sections = other.getAllByRole('button').filter(({ ariaExpanded }) => ariaExpanded !== null);
  expect(sections[0]!.textContent).toBe('Name');
  expect(sections.map(({ ariaExpanded }) => ariaExpanded).filter((one) => one === 'true')).toHaveLength(1);
});

test('a text filters the list during typing, once per pause, and Back undoes it', async () => {
  const router = await openList();
  const panel = await openFilters();
  await click(panel.getByRole('button', { name: 'Name' }));
  const input = panel.getByRole('textbox', { name: 'Name: value' });
  const requested = server.queries.length;
  for (const value of ['s', 'se', 'sea']) fireEvent.change(input, { target: { value } });
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(router.state.location.search).toBe('?name_like=sea'));
  await waitFor(() => expect(server.queries).toHaveLength(requested + 1));
  await waitFor(() => expect(chips()).toEqual(['Name contains sea']));
  fireEvent.change(panel.getByRole('combobox', { name: 'Name: comparison' }), {
    target: { value: 'startsWith' },
  });
  await waitFor(() => expect(router.state.location.search).toBe('?name_startsWith=sea'));
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(panel.getByRole<HTMLInputElement>('textbox').value).toBe(''));
});

test('options have checkboxes, and any checked one may match', async () => {
  const router = await openList();
  const panel = await openFilters();
  await click(panel.getByRole('checkbox', { name: 'Administrator' }));
  await waitFor(() => expect(router.state.location.search).toBe('?role=admin'));
  await click(panel.getByRole('checkbox', { name: 'User' }));
  await waitFor(() => expect(router.state.location.search).toBe('?role=admin&role=user'));
  await waitFor(() => expect(chips()).toEqual(['Role is Administrator or User']));
});

test('a typed field may have any of several values, each with its own input', async () => {
  const router = await openList('?name=Ada');
  const panel = await openFilters();
  await click(panel.getByRole('button', { name: 'Add a value' }));
  const [, second] = panel.getAllByRole<HTMLInputElement>('textbox', { name: 'Name: value' });
  expect(document.activeElement).toBe(second);
  // An empty input is not a filter, and the panel offers no further input.
  expect(router.state.location.search).toBe('?name=Ada');
  expect(panel.queryByRole('button', { name: 'Add a value' })).toBeNull();
  fireEvent.change(second!, { target: { value: 'Chinua' } });
  await waitFor(() => expect(router.state.location.search).toBe('?name=Ada&name=Chinua'));
  await waitFor(() => expect(chips()).toEqual(['Name is Ada or Chinua']));
  expect(panel.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]!.text).toBe('is any of');
  fireEvent.change(panel.getByRole('combobox'), { target: { value: 'like' } });
  await waitFor(() => expect(router.state.location.search).toBe('?name_like=Ada'));
});

test('yes, no or either is chosen with radio buttons', async () => {
  const router = await openList('?banned=true');
  const panel = await openFilters();
  expect(panel.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true);
  await click(panel.getByRole('radio', { name: 'Any' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a time is between the start of one day and the end of another, or after the end of a day', async () => {
  const router = await openList();
  const panel = await openFilters();
  await click(panel.getByRole('button', { name: 'Onboarded' }));
  fireEvent.change(await panel.findByLabelText('Onboarded: from'), { target: { value: '2027-01-31' } });
  fireEvent.change(panel.getByLabelText('Onboarded: to'), { target: { value: '2027-02-01' } });
  const bound = (name: string) => {
    const value = new URLSearchParams(router.state.location.search).get(name);
    return value && new Date(value).toString().slice(0, 24);
  };
  await waitFor(() => expect(bound('onboardedAt_gte')).toBe('Sun Jan 31 2027 00:00:00'));
  expect(bound('onboardedAt_lte')).toBe('Mon Feb 01 2027 23:59:59');
  await waitFor(() => expect(chips()).toEqual(['Onboarded is between Jan 31, 2027 and Feb 1, 2027']));
  fireEvent.change(panel.getByRole('combobox', { name: 'Onboarded: comparison' }), {
    target: { value: 'gt' },
  });
  await waitFor(() => expect(bound('onboardedAt_gt')).toBe('Sun Jan 31 2027 23:59:59'));
  await waitFor(() => expect(chips()).toEqual(['Onboarded is after Jan 31, 2027']));
  fireEvent.change(panel.getByRole('combobox', { name: 'Onboarded: comparison' }), {
    target: { value: 'empty' },
  });
  await waitFor(() => expect(router.state.location.search).toBe('?onboardedAt_null=true'));
  await waitFor(() => expect(chips()).toEqual(['Onboarded is empty']));
});

test('a field is filtered by whether it has a value once that is chosen', async () => {
  const router = await openList();
  const panel = await openFilters();
  await click(panel.getByRole('button', { name: 'Onboarded' }));
  const choice = panel.getByRole<HTMLSelectElement>('combobox', { name: 'Onboarded: comparison' });
  const choose = (value: string) => fireEvent.change(choice, { target: { value } });
  choose('empty');
  await waitFor(() => expect(router.state.location.search).toBe('?onboardedAt_null=true'));
});

test('an incomplete date does not filter, and the field shows an error', async () => {
  const router = await openList();
  const panel = await openFilters();
  await click(panel.getByRole('button', { name: 'Onboarded' }));
  fireEvent.change(panel.getByRole('combobox', { name: 'Onboarded: comparison' }), {
    target: { value: 'gte' },
  });
  const day = await panel.findByLabelText('Onboarded: value');
  const done = panel.getByRole('button', { name: /^(Show|Done)/ });
  fireEvent.input(day, { target: { value: '1' } });
  await click(done);
  expect(panel.getByText('This is not a complete value yet')).toBeTruthy();
  expect(document.activeElement).toBe(day);
  expect(router.state.location.search).toBe('');
  fireEvent.input(day, { target: { value: '2020-01-31' } });
  await waitFor(() => expect(panel.queryByText('This is not a complete value yet')).toBeNull());
  await waitFor(() => expect(router.state.location.search).toMatch(/^\?onboardedAt_gte=2020-01-3/));
});

test('a field may have several filters, each with its own operator', async () => {
  const router = await openList('?name_like=a');
  const panel = await openFilters();
  await click(panel.getByRole('button', { name: 'Add a filter' }));
  const [, second] = panel.getAllByRole<HTMLSelectElement>('combobox');
  expect([...second!.options].map(({ value }) => value)).not.toContain('like');
  fireEvent.change(second!, { target: { value: 'ne' } });
  fireEvent.change(panel.getAllByRole('textbox')[1]!, { target: { value: 'Ada' } });
  await waitFor(() => expect(router.state.location.search).toBe('?name_like=a&name_ne=Ada'));
  await waitFor(() => expect(chips()).toHaveLength(2));
});

test('a chip opens the inputs of its field in place, and stays while its input is empty', async () => {
  const router = await openList('?name_like=sea&role=user');
  const panel = await openFrom(chip('Name contains sea'));
  expect(panel.queryByRole('checkbox')).toBeNull();
  const input = panel.getByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(input));
  fireEvent.change(input, { target: { value: '' } });
  await waitFor(() => expect(router.state.location.search).toBe('?role=user'));
  fireEvent.change(input, { target: { value: 'W'.repeat(200) } });
  fireEvent.submit(input.closest('form')!);
  await waitFor(() => expect(chips()).toContain(`Name contains ${'W'.repeat(200)}`));
});

test('a chip is removed with its button or the Delete key, and the focus goes to the filters', async () => {
  const router = await openList('?name_like=a&role=user');
  await click(screen.getByRole('button', { name: 'Remove the filter Name' }));
  await waitFor(() => expect(router.state.location.search).toBe('?role=user'));
  fireEvent.keyDown(chip('Role is User'), { key: 'Delete' });
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Filters/ }));
});

const YESTERDAY = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
const NOW = new Date().toISOString();

test('users who have not verified their address or been onboarded after a day are one chip', async () => {
  const router = await openList(`?role=user&banned=false&emailVerified=false&createdAt_lte=${YESTERDAY}`);
  expect(chips()).toEqual(['Not verified after a day', 'Role is User']);
  expect(screen.getByRole('button', { name: /^Filters/ }).textContent).toContain('2');
  const panel = await openFrom(chip('Not verified after a day'));
  const sections = panel.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent);
  expect(sections).toEqual(['Role', 'Email verified', 'Banned', 'Created']);
  fireEvent.keyDown(chip('Not verified after a day'), { key: 'Delete' });
  await waitFor(() => expect(router.state.location.search).toBe('?role=user'));
  cleanup();
  await openList(`?banned=false&emailVerified=true&onboardedAt_null=true&createdAt_lte=${YESTERDAY}`);
  expect(chips()).toEqual(['Not onboarded after a day']);
});

test.each([
  ['a later time', `?banned=false&emailVerified=false&createdAt_lte=${NOW}`],
  [
    'a second bound',
    `?banned=false&emailVerified=false&createdAt_lte=${YESTERDAY}&createdAt_gte=${YESTERDAY}`,
  ],
  ['several values', `?banned=false&emailVerified=false&emailVerified=true&createdAt_lte=${YESTERDAY}`],
])('with %s, each of these filters has its chip', async (_, search) => {
  await openList(search);
  expect(chips()).toHaveLength(3);
});

test('all filters are cleared at once; the search term and the order stay', async () => {
  const router = await openList('?searchTerm=x&_sort=name&name_like=a&role=user');
  await click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(router.state.location.search).toBe('?searchTerm=x&_sort=name'));
});

test('a value of the URL that its kind cannot format is shown unchanged', async () => {
  await openList('?onboardedAt_gte=garbage&role=no+such+role&banned=maybe');
  expect(chips()).toEqual(['Role is no such role', 'Onboarded is on or after garbage', 'Banned is maybe']);
});
