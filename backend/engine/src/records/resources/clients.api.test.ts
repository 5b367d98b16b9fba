import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { createClientOf } from '@bindery/contract/api/route-table.ts';
import { lendingLibrary as resources } from '@bindery/contract/testing/lending-library.ts';
import simpleRest from '@refinedev/simple-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

// Third-party clients: supporting json-server's query syntax is enough for them. The requests of react-admin
// are written out, because its packages would be an eighth of the files that `npm ci` installs.

const routes = createRoutes(resources, {});

let server: TestServer;
let cookie: string;
let genre: string;

beforeAll(async () => {
  server = await startServer();
  await seedCatalogue(server.database);
  cookie = await openSession(server, ADMIN);
  const client = createClientOf(routes, { baseUrl: server.url, headers: { cookie } });
  const response = await client.genres.list({ query: { q: 'poetry' } });
  genre = response.status === 200 ? response.body[0]!.id : '';
});

afterAll(() => server?.close());

const headers = () => ({ cookie, origin: server.url });

describe('the typed client of this project', () => {
  it('reads and writes records and receives errors by field', async () => {
    const { books } = createClientOf(routes, { baseUrl: server.url, headers: headers() });
    const made = await books.create({ body: { title: 'Typed', author: 'Client', genre } });
    expect(made.status).toBe(201);
    const twice = await books.create({ body: { title: 'Typed', author: 'Client', genre } });
    expect(twice).toMatchObject({
      status: 409,
      body: { errors: { title: [{ key: 'errors.uniqueTogether' }] } },
    });
    const found = await books.list({ query: { title: 'typed', _sort: 'title' } });
    expect(found).toMatchObject({ status: 200, body: [{ author: 'Client', genre: { label: 'Poetry' } }] });
  });
});

describe('Refine with its simple-rest provider', () => {
  const provider = () => {
    const { getList, getMany, getOne, create, update, deleteOne } = simpleRest(`${server.url}/api`);
    return { getList, getMany: getMany!, getOne, create, update, deleteOne };
  };
  const meta = () => ({ headers: headers() });

  it('lists a sorted page with the total', async () => {
    const { data, total } = await provider().getList({
      resource: 'books',
      pagination: { currentPage: 2, pageSize: 10 },
      sorters: [{ field: 'author', order: 'desc' }],
      meta: meta(),
    });
    expect(data).toHaveLength(10);
    expect(Number(total)).toBeGreaterThanOrEqual(100);
  });

  it('filters by equality, by substring and by search term', async () => {
    const titles = async (filters: Parameters<ReturnType<typeof provider>['getList']>[0]['filters']) => {
      const { data } = await provider().getList({ resource: 'books', filters: filters!, meta: meta() });
      return data.map(({ title }) => title);
    };
    expect(await titles([{ field: 'title', operator: 'eq', value: 'dune' }])).toEqual(['Dune']);
    expect(await titles([{ field: 'author', operator: 'contains', value: 'kezilahabi' }])).toEqual([
      'Rosa Mistika',
    ]);
    expect(await titles([{ field: 'q', operator: 'eq', value: 'étranger' }])).toEqual(['L’Étranger']);
    expect(await titles([{ field: 'genre', operator: 'eq', value: genre }])).toContain('Chants d’ombre');
  });

  it('creates, reads, updates and deletes a record', async () => {
    const { create, getOne, getMany, update, deleteOne } = provider();
    const variables = { title: 'Refined', author: 'Somebody', genre };
    const made = await create({ resource: 'books', variables, meta: meta() });
    const id = made.data.id!;
    expect((await getOne({ resource: 'books', id, meta: meta() })).data).toEqual(made.data);
    const changed = await update({ resource: 'books', id, variables: { publisher: 'Own' }, meta: meta() });
    expect(changed.data).toMatchObject({ title: 'Refined', publisher: 'Own' });
    expect((await getMany({ resource: 'books', ids: [id], meta: meta() })).data).toEqual([changed.data]);
    await deleteOne({ resource: 'books', id, meta: meta() });
    await expect(getOne({ resource: 'books', id, meta: meta() })).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('the requests of react-admin with its json-server provider', () => {
  const send = async (method: string, path: string, data?: object) => {
    const response = await fetch(`${server.url}/api/books${path}`, {
      method,
      headers: { ...headers(), 'content-type': 'application/json' },
      ...(data && { body: JSON.stringify(data) }),
    });
    const text = await response.text();
    const total = response.headers.get('x-total-count');
    return { status: response.status, total, body: text ? JSON.parse(text) : undefined };
  };
  const authors = (body: readonly { author: string }[]) => body.map(({ author }) => author);
  const ids = (body: readonly { id: string }[]) => body.map(({ id }) => id);

  it('list a sorted page with the total', async () => {
    const { body, total } = await send('GET', '?_end=5&_order=DESC&_sort=title&_start=0&q=vern');
    expect(authors(body)).toEqual(['Jules Verne', 'Jules Verne']);
    expect(total).toBe('2');
  });

  it('fetch the referrers of a record, and several records by id', async () => {
    const { body, total } = await send('GET', `?_end=3&_order=ASC&_sort=title&_start=0&genre=${genre}`);
    expect(body).toHaveLength(3);
    expect(Number(total)).toBeGreaterThan(3);
    const again = await send(
      'GET',
      `?${ids(body)
        .map((id) => `id=${id}`)
        .join('&')}`,
    );
    expect(ids(again.body).sort()).toEqual(ids(body).sort());
  });

  it('update a record by sending it back whole', async () => {
    const made = await send('POST', '', { title: 'Admin', author: 'Somebody', genre });
    const path = `/${made.body.id}`;
    const previous = await send('GET', path);
    const changed = await send('PUT', path, { ...previous.body, publisher: 'React' });
    expect(changed.body).toMatchObject({ title: 'Admin', publisher: 'React', genre: { id: genre } });
    expect((await send('DELETE', path)).status).toBeLessThan(300);
    expect((await send('GET', path)).status).toBe(404);
  });
});
