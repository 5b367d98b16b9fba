import type { Pages } from '@bindery/contract/api/pages.ts';
import { product } from '@bindery/contract/api/product.ts';
import { lendingLibrary as resources } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen } from '#backend/kernel/http/listener.ts';
import type { HttpClient } from '#backend/testing/browser.ts';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';
import { type RunningServer, serve } from '../server.ts';
import { createPreloadLinks } from './preload-links.ts';

const LIST = '/api/books?_start=0&_end=20&_sort=title&_order=asc';
const BAD_TITLE = '</script><script>alert(1)</script>';
const none = { scripts: [], styles: [], scriptsIn: {}, texts: {} };
const HTML =
  '<html lang="en" dir="ltr"><head><title></title><script type="application/json" id="init"></script></head><body></body></html>';

/** Replaces the built page: two pages with initial data, and the login page. */
const frontend = {
  assets: (_req: unknown, _res: unknown, next: () => void) => next(),
  page: async () => HTML,
  pages: {
    '/': { area: 'public', component: 'start-page.tsx', title: 'app.home.title' },
    '/login': { area: 'login', component: 'login-page.tsx' },
    '/app': { area: 'app', component: 'home-page.tsx' },
    '/app/books': { area: 'app', component: 'books-page.tsx', resource: 'books' },
    '/app/books/:id': { area: 'app', component: 'book-page.tsx', resource: 'books', data: '/api/books/:id' },
    '/catalogue/:id': { area: 'public', component: 'book-page.tsx', data: '/api/books/:id' },
    '/manager/books': { area: 'manager', component: 'list-page.tsx' },
    '/manager/books/:id': { area: 'manager', component: 'show-page.tsx' },
    '/manager/genres/:id': { area: 'manager', component: 'show-page.tsx' },
  } satisfies Pages,
  firstCalls: createPreloadLinks(
    {
      pages: [
        { ...none, address: '/app/books', data: [LIST], queryParameters: { q: 'searchTerm' } },
        { ...none, address: '/app/books/:id', data: ['/api/books/:id'] },
        { ...none, address: '/catalogue/:id', data: ['/api/books/:id'] },
        { ...none, address: '/app', data: ['/api/books?_end=6', '/api/genres'] },
        { ...none, address: '/manager/books', list: 'books', calls: ['/api/views'] },
        { ...none, address: '/manager/books/:id', related: 'books', calls: ['/api/books/:id/history'] },
        {
          ...none,
          address: '/manager/genres/:id',
          related: 'genres',
          calls: ['/api/genres/:id', '/api/genres/:id/history', '/api/genres/:id/sessions'],
        },
      ],
      onboarding: none,
      impersonation: none,
    },
    resources,
  ).firstCalls,
};

let server: TestServer;
let port: Listener;
let running: RunningServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startServer();
  port = await listen({ port: 0, hosts: ['127.0.0.1'] });
  running = serve({ port, settings: server.settings, database: server.database, resources, frontend });
  await seedCatalogue(server.database);
  admin = server.browser();
  admin.adopt(await openSession(server, ADMIN));
  const [{ id: genre }] = await (await api('/api/genres')).json();
  const json = { title: BAD_TITLE, author: 'Nobody', genre };
  expect((await admin.fetch('/api/books', { method: 'POST', json })).status).toBe(201);
});
afterAll(async () => {
  await running?.close();
  await server?.close();
});

const page = async (path: string, cookie = admin.cookies) => {
  const response = await fetch(`http://127.0.0.1:${port.number}${path}`, { headers: { cookie } });
  const html = await response.text();
  const inside = /id="first-data">(.*?)<\/script>/s.exec(html)?.[1];
  const all = inside === undefined ? [] : JSON.parse(inside);
  return { status: response.status, html, all, first: all[0] };
};

const api = (path: string) => admin.fetch(path);

it('a list of the manager contains its first rows and the saved views of the visitor', async () => {
  const json = {
    resource: 'books',
    name: 'Own',
    query: 'q=a',
    columns: null,
    shared: false,
    isDefault: false,
  };
  expect((await admin.fetch('/api/views', { method: 'POST', json })).status).toBe(201);
  const { all } = await page('/manager/books');
  const [list, views] = await Promise.all(
    all.map(async ({ url }: { url: string }) => (await api(url)).json()),
  );
  expect(all.map(({ data }: { data: unknown }) => data)).toEqual([list, views]);
  expect(list).not.toHaveLength(0);
  expect(views).toEqual([expect.objectContaining({ name: 'Own' })]);
});

it('a filter with several values finds the records of all of them, as its chip says', async () => {
  const genres = [
    ...new Set(
      (await (await api('/api/books?_end=100')).json()).map(
        ({ genre }: { genre: { id: string } }) => genre.id,
      ),
    ),
  ];
  const [one, other] = genres;
  const { first } = await page(`/manager/books?genre=${one}&genre=${other}`);
  expect(first.data).toEqual(await (await api(first.url)).json());
  const found = first.data.map(({ genre }: { genre: { id: string } }) => genre.id);
  expect(new Set(found)).toEqual(new Set([one, other]));
});

describe('a record of the manager', () => {
  it('contains what the visitor may read of it, with the ETag that a change sends', async () => {
    const [genre] = await (await api('/api/genres')).json();
    const { all, status } = await page(`/manager/genres/${genre.id}`);
    expect(status).toBe(200);
    const path = `/api/genres/${genre.id}`;
    const related = expect.stringContaining(`genre=${genre.id}`);
    const urls = all.map(({ url }: { url: string }) => url);
    expect(urls).toEqual([path, `${path}/history`, `${path}/related`, related]);
    for (const { url, data, headers } of all) {
      const response = await api(url);
      expect(data).toEqual(await response.json());
      expect(headers.etag).toBe(url === path ? response.headers.get('etag') : undefined);
    }
  });

  it('does not contain a history of long texts, which would delay it', async () => {
    const { id } = (await (await api('/api/books')).json()).at(-1);
    const embedded = async () =>
      (await page(`/manager/books/${id}`)).all.map(({ url }: { url: string }) => url);
    expect(await embedded()).toContain(`/api/books/${id}/history`);
    for (let count = 0; count < 70; count++) {
      const text = `${count}`.padEnd(250, 'x');
      const values = { title: text, author: text, publisher: text };
      expect((await admin.fetch(`/api/books/${id}`, { method: 'PATCH', json: values })).status).toBe(200);
    }
    expect(await embedded()).not.toContain(`/api/books/${id}/history`);
  });

  it('is there without it if the record does not exist, and shows what happened to it', async () => {
    for (const id of ['01890000-0000-7000-8000-000000000000', 'no-id'])
      expect(await page(`/manager/genres/${id}`)).toMatchObject({
        status: 200,
        all: expect.not.arrayContaining([expect.objectContaining({ data: null })]),
      });
  });

  it('contains nothing of it for a visitor without access to the manager', async () => {
    const [genre] = await (await api('/api/genres')).json();
    const { status, all } = await page(
      `/manager/genres/${genre.id}`,
      await server.signIn('user@example.com'),
    );
    expect({ status, all }).toEqual({ status: 403, all: [] });
  });
});

describe('the initial data in the page', () => {
  it.each([
    ['/app/books', LIST],
    ['/app/books?lng=fr&searchTerm=the', `${LIST}&q=the`],
    ['/app/books?searchTerm=nothing+is+called+so', `${LIST}&q=nothing+is+called+so`],
  ])('of %s are the response of the API, with the total and the cursor', async (path, call) => {
    const response = await api(call);
    const { first, status } = await page(path);
    expect(status).toBe(200);
    expect(first.url).toBe(call);
    expect(first.data).toEqual(await response.json());
    const names = ['x-total-count', 'x-total-exact', 'x-next-cursor'];
    expect(names.map((name) => first.headers[name] ?? null)).toEqual(
      names.map((name) => response.headers.get(name)),
    );
  });

  it('are the book itself on its page', async () => {
    const [book] = await (await api(`${LIST}&q=the`)).json();
    const { first } = await page(`/app/books/${book.id}`);
    const response = await api(`/api/books/${book.id}`);
    expect(first).toEqual({
      url: `/api/books/${book.id}`,
      data: await response.json(),
      headers: { etag: response.headers.get('etag') },
    });
  });

  it('are complete for a page that makes several calls', async () => {
    const { all, status } = await page('/app');
    expect(status).toBe(200);
    expect(all.map(({ url }: { url: string }) => url)).toEqual(['/api/books?_end=6', '/api/genres']);
    expect(all[0].data).toHaveLength(6);
    expect(all[1].data).toEqual(await (await api('/api/genres')).json());
  });

  it('cannot close the script element that contains them', async () => {
    const { html, first } = await page('/app/books');
    expect(html).not.toContain('<script>alert');
    expect(first.data.map(({ title }: { title: string }) => title)).toContain(BAD_TITLE);
  });

  it('are null for a book that does not exist, and the status is 404', async () => {
    for (const id of ['01890000-0000-7000-8000-000000000000', 'no-id'])
      expect(await page(`/app/books/${id}`)).toMatchObject({ status: 404, first: { data: null } });
  });

  it('are missing without a session', async () => {
    const [book] = await (await api(LIST)).json();
    for (const path of ['/app/books', `/app/books/${book.id}`, '/app/books/no-id']) {
      const { status, first } = await page(path, '');
      expect({ status, first }).toEqual({ status: 200, first: undefined });
    }
  });

  it('are missing if the API would reject the call', async () => {
    expect(await page(`/app/books?searchTerm=${'x'.repeat(201)}`)).toMatchObject({
      status: 200,
      first: undefined,
    });
  });

  it('are present for users too, who may read books', async () => {
    const { first } = await page('/app/books', await server.signIn('user@example.com'));
    expect(first.data).toHaveLength(20);
  });
});

it("are not a redirect for an extension's page at /", async () => {
  const { status, html } = await page('/?q=drill', '');
  expect(status).toBe(200);
  expect(html).toContain(`<title>Home · ${product().name}</title>`);
});

describe('the title of a page about one record', () => {
  const ESCAPED = '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;';
  const titleIn = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
  const badBook = async () => (await (await api('/api/books?author=Nobody')).json())[0].id;

  it('is its label, and cannot close the element that contains it', async () => {
    const { html } = await page(`/catalogue/${await badBook()}`);
    expect(titleIn(html)).toBe(`${ESCAPED} · ${product().name}`);
    expect(html).toContain(`<meta property="og:title" content="${ESCAPED}" />`);
  });

  it('reveals nothing of a record that the visitor may not read, or of a nonexistent one', async () => {
    const signedOut = await page(`/catalogue/${await badBook()}`, '');
    expect(titleIn(signedOut.html)).toBe(product().name);
    expect(signedOut.html).not.toContain('alert(1)');
    const { html } = await page('/catalogue/01890000-0000-7000-8000-000000000000');
    expect(titleIn(html)).toBe(product().name);
    expect(html).not.toContain('og:');
  });
});
