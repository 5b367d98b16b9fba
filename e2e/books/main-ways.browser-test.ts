import { freePort } from '@bindery/backend/testing/free-port.ts';
import { ServerFolder } from '@bindery/backend/testing/server-process.ts';
import { ADMIN, signInThrough } from '@bindery/tools/testing/browser/sign-in.ts';
import { type APIRequestContext, request } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Driver } from '../browsers/driver.ts';
import { startFirefox } from '../browsers/firefox.ts';
import { Network } from '../browsers/network.ts';
import { Visitor } from '../browsers/visitor.ts';
import { startWebKit } from '../browsers/webkit.ts';

const newTitle = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

describe.each([
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
])('in $name', ({ start }) => {
  const folder = new ServerFolder();
  let stopServer: () => Promise<unknown>;
  let network: Network;
  let driver: Driver;
  let visitor: Visitor;
  /** API calls from another session. */
  let elsewhere: APIRequestContext;

  beforeAll(async () => {
    const [port, target] = [await freePort(), await freePort()];
    const url = `http://localhost:${port}`;
    const server = await folder.start({ PORT: String(target), VITE_BASE_URL: url });
    await server.says(/ready/);
    stopServer = () => {
      server.signal('SIGTERM');
      return server.ended;
    };
    network = new Network({ port, target });
    await network.open();
    elsewhere = await request.newContext({ baseURL: url });
    await signInThrough(elsewhere, ADMIN);
    driver = await start();
    visitor = new Visitor(driver, url);
    await signIn();
  });

  afterAll(async () => {
    await driver?.close();
    await elsewhere?.dispose();
    await network?.cut();
    await stopServer?.();
    folder.remove();
  });

  async function signIn() {
    const codes = async () =>
      (await (await elsewhere.get('/api/outbox', { params: { to: ADMIN } })).json()) as { code?: string }[];
    const before = (await codes()).length;
    await visitor.open('/login?lng=en');
    await visitor.type('Email', ADMIN);
    await visitor.click('button', 'Send me a code');
    await visitor.sees('heading', 'Enter your code');
    await vi.waitFor(async () => expect((await codes()).length).toBeGreaterThan(before), 20_000);
    await visitor.type('6-digit code', (await codes())[0]!.code!);
    await visitor.sees('heading', 'Dashboard');
  }

  async function cutOff(act: () => Promise<void>) {
    await network.cut();
    await act().finally(() => network.open());
  }

  /** Creates a book through the API, for tests of something else. */
  async function makeBook(title: string): Promise<string> {
    const [genre] = await (await elsewhere.get('/api/genres?_end=1')).json();
    const response = await elsewhere.post('/api/books', {
      data: { title, author: 'Nobody', genre: genre.id },
    });
    expect(response.status()).toBe(201);
    return (await response.json()).id;
  }

  const bookAt = async (id: string) => (await elsewhere.get(`/api/books/${id}`)).json();

  test('a user who signed in with an emailed code stays signed in', async () => {
    await visitor.open('/manager/account');
    await visitor.sees('text', ADMIN);
    await visitor.open('/login');
    await visitor.sees('heading', 'Dashboard');
  });

  test('books are searched and read', async () => {
    const title = newTitle('Kintu');
    await makeBook(title);
    await visitor.open('/app/books');
    await visitor.type('Title or author', title);
    await visitor.sees('text', `1 result for ${title}`);
    await visitor.until(
      'one row',
      () => {
        const rows = document.querySelectorAll<HTMLElement>('main li a');
        if (rows.length === 1) rows[0]!.click();
        return rows.length === 1;
      },
      undefined,
    );
    await visitor.sees('heading', title);
  });

  test('a book is created, changed and deleted', async () => {
    const title = newTitle('Dust');
    await visitor.open('/manager/books/new');
    await visitor.type('Title', title);
    await visitor.type('Author', 'Yvonne Adhiambo Owuor');
    await visitor.pick('Genre', 'Drama');
    await visitor.click('button', 'Create');
    await visitor.sees('heading', title);
    await visitor.sees('text', 'Book created');

    await visitor.click('link', 'Edit');
    await visitor.type('Publisher', 'Kwani Trust');
    await visitor.click('button', 'Save');
    await visitor.sees('text', 'Book updated');
    await visitor.sees('text', 'Kwani Trust');

    await visitor.click('button', 'More actions');
    await visitor.click('button', 'Delete');
    await visitor.sees('text', 'You can undo it right afterwards');
    await visitor.click('button', 'Delete');
    await visitor.sees('text', 'Book deleted');
    await visitor.sees('heading', 'Books');
  });

  test('a change from elsewhere is not overwritten without a warning', async () => {
    const id = await makeBook(newTitle('Waiting'));
    await visitor.open(`/manager/books/${id}/update`);
    await visitor.type('Publisher', 'Mine');
    await elsewhere.patch(`/api/books/${id}`, { data: { publisher: 'Theirs' } });
    await visitor.click('button', 'Save');
    await visitor.sees('heading', 'You saved this elsewhere');
    await visitor.click('field', 'Yours Mine');
    await visitor.click('button', 'Save');
    await visitor.sees('text', 'Book updated');
    expect(await bookAt(id)).toMatchObject({ publisher: 'Mine' });
  });

  test('input remains if it cannot be saved without a network', async () => {
    const id = await makeBook(newTitle('Stay with Me'));
    await visitor.open(`/manager/books/${id}/update`);
    await visitor.type('Publisher', 'Canongate');
    await cutOff(async () => {
      await visitor.click('button', 'Save');
      await visitor.sees('text', 'Failed to update the book');
    });
    await visitor.until(
      'the field as it was left',
      () => document.querySelector<HTMLInputElement>('#record_publisher')?.value === 'Canongate',
      undefined,
    );
    await visitor.click('button', 'Save');
    await visitor.sees('text', 'Book updated');
    expect(await bookAt(id)).toMatchObject({ publisher: 'Canongate' });
  });

  test('a part that is opened without a network appears when the network is back', async () => {
    await visitor.open('/manager/books');
    // The server renders the page, so it is shown before its scripts run.
    await visitor.until(
      'React in the page',
      () => Object.keys(document.querySelector('main')!).some((key) => key.startsWith('__reactFiber')),
      undefined,
    );
    await cutOff(async () => {
      await visitor.click('text', 'Search or jump to…');
      await visitor.sees('text', 'There is no connection to the server.');
    });
    // The message is shown below the button: a pointer that rests on a message prevents it from disappearing.
    await visitor.click('text', 'Search or jump to…');
    await visitor.until(
      'the palette',
      () => document.querySelector('dialog[open] input') !== null,
      undefined,
    );
  });

  test.each([
    { language: 'fr', direction: 'ltr', title: 'Livres' },
    { language: 'ar', direction: 'rtl', title: 'الكتب' },
    { language: 'sw', direction: 'ltr', title: 'Vitabu' },
    { language: 'en', direction: 'ltr', title: 'Books' },
  ])('pages speak $language', async ({ language, direction, title }) => {
    await visitor.open(`/app/books?lng=${language}`);
    await visitor.sees('heading', title);
    expect(await visitor.read(() => document.documentElement.dir)).toBe(direction);
  });
});
