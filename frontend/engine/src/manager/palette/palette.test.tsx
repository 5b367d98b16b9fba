// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { closeManager, openManager, serveManager } from '../testing/manager-fixture.tsx';
import { Palette } from './palette.tsx';

const server = serveManager(() => {
  server.on('GET /api/genres', { body: [{ id: 'poetry', name: 'Poetry' }] });
  server.on('GET /api/books', { body: [] });
  server.on('GET /api/users', { body: [{ id: 'grace', email: 'grace@example.com', name: 'Grace Hopper' }] });
});
beforeEach(() => localStorage.clear());

async function open() {
  const router = await openManager('/manager', [
    { path: '/manager', element: <Palette onClose={() => {}} /> },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]);
  await screen.findByRole('listbox');
  return router;
}

/** Makes the genres of a search wait. Returns the function that lets the server respond. */
function holdGenres(query: string, genre: { id: string; name: string }) {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.on('GET /api/genres', async (request) => {
    if (!new URLSearchParams(request.query).get('q')?.startsWith(query)) return { body: [] };
    await promise;
    return { body: [genre] };
  });
  return resolve;
}

const type = (text: string) => fireEvent.change(input(), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(input(), { key });
const selected = () => screen.getByRole('option', { selected: true }).querySelector('bdi')!.textContent;

const input = () => screen.getByRole('combobox');
const groups = () => screen.getAllByRole('group').map((group) => group.firstElementChild!.textContent);
const inGroup = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => option.querySelector('bdi')!.textContent);
/** Finds the first suggestion with a name: a recent page has another below. */
const option = async (name: string) =>
  (await screen.findAllByRole('option', { name: new RegExp(`^${name}`) }))[0]!;
/** Searches a suggestion and chooses it, which leaves the page, and opens the palette again. */
async function choose(name: string) {
  await open();
  fireEvent.change(input(), { target: { value: name } });
  await click(await option(name));
  await screen.findByRole('heading', { name: 'Elsewhere' });
  closeManager();
}

describe('the command palette', () => {
  test('groups pages and actions, and has no group of recent ones before anything was opened', async () => {
    await open();
    expect(groups()).toEqual(['Go to', 'Create']);
    expect(inGroup('Create')).toEqual(expect.arrayContaining(['New book', 'New genre', 'New user']));
    // Keys are beside pages that have some.
    expect((await option('Books')).querySelectorAll('kbd').length).toBe(2);
  });

  test('finds records, and people by their names, with the address beside', async () => {
    await open();
    fireEvent.change(input(), { target: { value: 'gr' } });
    const grace = await option('Grace Hopper');
    expect(grace.textContent).toBe('Grace Hoppergrace@example.com');
    expect(inGroup('Users')).toEqual(['Grace Hopper']);
    expect(inGroup('Genres')).toEqual(['Poetry']);
    fireEvent.click(grace);
    await screen.findByRole('heading', { name: 'Elsewhere' });
  });

  test('links to the list that shows all results, where there are more, and does not remember it', async () => {
    const body = [1, 2, 3, 4, 5].map((id) => ({ id: `${id}`, name: `Great genre ${id}` }));
    server.on('GET /api/genres', { body, headers: { 'x-total-count': '27' } });
    const router = await open();
    fireEvent.change(input(), { target: { value: 'great' } });
    const all = await option('Show 27 results');
    expect(inGroup('Genres').at(-1)).toBe('Show 27 results');
    await click(all);
    await screen.findByRole('heading', { name: 'Elsewhere' });
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/manager/genres?q=great');
    closeManager();
    await open();
    expect(groups()[0]).toBe('Go to');
  });

  test('shows what begins with the text before words that do, and these before the rest', async () => {
    const names = ['Historical', 'A tale', 'Alice', 'Rival Al'];
    server.on('GET /api/genres', { body: [{ id: 'medical', name: 'Medical' }] });
    server.on('GET /api/books', { body: names.map((title, id) => ({ id: `${id}`, title, author: 'A' })) });
    server.on('GET /api/users', { body: [] });
    await open();
    type('al');
    await option('Alice');
    await option('Medical');
    expect(groups()).toEqual(['Books', 'Genres']);
    expect(inGroup('Books')).toEqual(['Alice', 'Rival Al', 'Historical', 'A tale']);
  });

  test('clears a text that finds nothing, and explains no keys that do nothing', async () => {
    for (const name of ['genres', 'users']) server.on(`GET /api/${name}`, { body: [] });
    await open();
    type('qqzzx');
    await screen.findByText('Nothing found');
    expect(screen.queryByText('Move')).toBeNull();
    await click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(document.activeElement).toBe(input());
    expect(groups()).toEqual(['Go to', 'Create']);
    expect(screen.getByText('Move')).toBeDefined();
  });

  test('starts with the latest opened targets, including records, each once', async () => {
    await choose('Books');
    await choose('Grace Hopper');
    await choose('Books');
    await open();
    expect(groups()[0]).toBe('Recent');
    expect(inGroup('Recent')).toEqual(['Books', 'Grace Hopper']);
    fireEvent.change(input(), { target: { value: 'Books' } });
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull());
  });

  test('remembers five targets, and no action', async () => {
    await choose('New book');
    for (const name of ['Books', 'Genres', 'Users', 'History', 'Account', 'Dashboard']) await choose(name);
    await open();
    expect(inGroup('Recent')).toEqual(['Dashboard', 'Account', 'History', 'Users', 'Genres']);
  });

  test('ignores edited stored targets', async () => {
    await choose('Books');
    const [key] = Object.keys(localStorage);
    localStorage.setItem(
      key!,
      JSON.stringify([
        { to: 'https://example.com', label: 'Bait' },
        null,
        { to: '/manager/genres', label: 'G' },
      ]),
    );
    await open();
    expect(inGroup('Recent')).toEqual(['Genres']);
  });

  test('opens the first suggestion for a text that was entered before its results came', async () => {
    const respond = holdGenres('poe', { id: 'poetry', name: 'Poetry' });
    server.on('GET /api/users', { body: [] });
    const router = await open();
    type('poetry');
    press('Enter');
    await screen.findByText('Searching…', { selector: 'p:not([role])' });
    expect(router.state.location.pathname).toBe('/manager');
    respond();
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect(router.state.location.pathname).toBe('/manager/genres/poetry');
  });

  test('never opens a record of a former text, which stays until the new ones come', async () => {
    server.on('GET /api/genres', { body: [{ id: 'drama', name: 'Drama' }] });
    server.on('GET /api/users', { body: [] });
    const router = await open();
    type('dr');
    await option('Drama');
    const respond = holdGenres('dre', { id: 'dreams', name: 'Dreams' });
    type('dreams');
    press('Enter');
    expect(selected()).toBe('Drama');
    expect(router.state.location.pathname).toBe('/manager');
    respond();
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect(router.state.location.pathname).toBe('/manager/genres/dreams');
  });

  test.each([
    ['another letter', () => type('poetry!')],
    ['an arrow', () => press('ArrowDown')],
  ])('opens nothing on its own after Enter and %s', async (_, change) => {
    const respond = holdGenres('poe', { id: 'poetry', name: 'Poetry' });
    const router = await open();
    type('poetry');
    press('Enter');
    change();
    respond();
    await option('Poetry');
    expect(router.state.location.pathname).toBe('/manager');
  });

  test('opens a page at once, whatever the server does', async () => {
    holdGenres('gen', { id: 'poetry', name: 'Poetry' });
    const router = await open();
    type('genres');
    press('Enter');
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect(router.state.location.pathname).toBe('/manager/genres');
  });

  test('moves through the suggestions and around their ends', async () => {
    await open();
    expect(selected()).toBe('Home');
    press('ArrowDown');
    expect(selected()).toBe('Dashboard');
    expect(input().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    );
    press('ArrowUp');
    press('ArrowUp');
    expect(selected()).toBe('New user');
    press('ArrowDown');
    expect(selected()).toBe('Home');
  });
});
