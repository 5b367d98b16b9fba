// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import {
  defineResources,
  type Resource,
  reference,
  references,
  text,
} from '@bindery/contract/schema/index.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import type { ManagerRecord } from '../resource.ts';
import { field, press } from '../testing/form-fixture.tsx';
import { serveManager } from '../testing/manager-fixture.tsx';
import { openRecordForm } from '../testing/open-record-form.tsx';
import { compareVersions } from './merge.ts';
import { changesOf, type FormValues, valuesOf } from './values.ts';

const { works }: { works: Resource } = defineResources({
  genres: { fields: { name: text() }, rights: {} },
  works: {
    fields: {
      title: text(),
      genre: reference('genres'),
      themes: references('genres', { required: true, max: 3 }),
      steps: references('genres', { ordered: true, max: 4 }),
    },
    rights: {},
  },
});
const names = { d: 'Drama', e: 'Essay', p: 'Poetry', s: 'Satire' };
type Letter = keyof typeof names;
const idOf = (letter: Letter) => `00000000-0000-7000-8000-00000000000${'deps'.indexOf(letter)}`;
const idsOf = (letters: string) => [...letters].map((letter) => idOf(letter as Letter));
const entry = (letter: Letter) => ({ id: idOf(letter), label: names[letter] });
const work: ManagerRecord = {
  id: 'w',
  title: 'Kintu',
  genre: entry('p'),
  themes: [entry('d'), entry('e')],
  steps: [entry('p'), entry('d'), entry('e')],
};

let saved: FormValues[];
const body = (Object.keys(names) as Letter[]).map((letter) => ({ id: idOf(letter), name: names[letter] }));
const server = serveManager(() => {
  saved = [];
  server.on('GET /api/genres', { body, headers: { 'x-total-count': '4' } });
});

async function openForm() {
  await openRecordForm({ resource: works, initial: valuesOf(works, work), action: 'Save', saved });
  await field('Themes');
  return within(await screen.findByRole('list', { name: 'Chosen, in order' }));
}

const order = () => screen.getAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent);

test('several records are chosen and removed, and saved as their ids', async () => {
  await openForm();
  fireEvent.mouseDown(await field('Themes'));
  await click(await screen.findByTitle('Satire', { exact: true }));
  await press('Save');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ themes: idsOf('des'), steps: idsOf('pde') });
});

test.each([
  ['Enter', 13],
  ['Tab', 9],
])('%s in a list that is only looked at changes nothing', async (key, keyCode) => {
  const genres = Promise.withResolvers<void>();
  server.on('GET /api/genres', () =>
    genres.promise.then(() => ({ body, headers: { 'x-total-count': '4' } })),
  );
  await openForm();
  const input = await field('Genre');
  fireEvent.mouseDown(input);
  await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('true'));
  // antd makes the chosen option active in a task after it has opened the list.
  await act(() => new Promise((resolve) => setTimeout(resolve, 1)));
  genres.resolve();
  await screen.findByTitle('Satire', { exact: true });
  fireEvent.keyDown(input, { key, keyCode, which: keyCode });
  await press('Save');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ genre: idOf('p') });
});

test('a required field needs one of them', async () => {
  await openForm();
  const input = await field('Themes');
  for (let count = 0; count < 2; count++)
    fireEvent.keyDown(input, { key: 'Backspace', keyCode: 8, which: 8 });
  await press('Save');
  expect(await screen.findByText('Themes is required')).toBeTruthy();
  expect(saved).toEqual([]);
});

test('ordered ones are moved with buttons, which announce the new place and keep the focus', async () => {
  const list = await openForm();
  const up = list.getByRole('button', { name: 'Move Essay up' });
  up.focus();
  await click(up);
  expect(order()).toEqual(['Poetry', 'Essay', 'Drama']);
  expect(screen.getByText('Essay: place 2 of 3')).toBeTruthy();
  expect(document.activeElement).toBe(up);
  await click(up);
  await click(up);
  expect(order()).toEqual(['Essay', 'Poetry', 'Drama']);
  expect(up.getAttribute('aria-disabled')).toBe('true');
  await click(list.getByRole('button', { name: 'Move Essay down' }));
  await press('Save');
  await waitFor(() => expect(saved[0]).toMatchObject({ steps: idsOf('ped') }));
});

test('those with an order are removed and added at the end, each once', async () => {
  const list = await openForm();
  await click(list.getByRole('button', { name: 'Remove Poetry' }));
  expect(order()).toEqual(['Drama', 'Essay']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Drama');
  fireEvent.mouseDown(await field('Steps'));
  await click(await screen.findByTitle('Satire'));
  expect(order()).toEqual(['Drama', 'Essay', 'Satire']);
});

test('unordered ones are equal in any order, for changes and for conflicts', () => {
  const before = valuesOf(works, work);
  const themes = [entry('e'), entry('d')];
  expect(changesOf(works, before, { ...before, themes })).toEqual({});
  const steps = [entry('e'), entry('d'), entry('p')];
  expect(changesOf(works, before, { ...before, steps })).toEqual({ steps: idsOf('edp') });
  const versions = { base: work, mine: { ...before, themes }, theirs: { ...work, title: 'Other' } };
  expect(compareVersions(works, versions)).toMatchObject({ clashes: [], onlyMine: [] });
});
