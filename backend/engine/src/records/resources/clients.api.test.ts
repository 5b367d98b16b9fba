import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { createClientOf } from '@bindery/contract/api/route-table.ts';
import { lendingLibrary as resources } from '@bindery/contract/testing/lending-library.ts';
import simpleRest from '@refinedev/simple-rest';
import jsonServerProvider from 'ra-data-json-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

// Third-party clients: supporting json-server's query syntax is enough for them.

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

describe('react-admin with its json-server provider', () => {
  const provider = () =>
    jsonServerProvider(`${server.url}/api`, async (url: string, options: RequestInit = {}) => {
      const response = await fetch(url, {
        method: options.method ?? 'GET',
        headers: { ...headers(), 'content-type': 'application/json' },
        ...(options.body !== undefined && { body: options.body }),
      });
      const body = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${body}`);
      return { status: response.status, headers: response.headers, body, json: body ? JSON.parse(body) : {} };
    });

  it('lists a sorted page with the total', async () => {
    const { data, total } = await provider().getList('books', {
      pagination: { page: 1, perPage: 5 },
      sort: { field: 'title', order: 'DESC' },
      filter: { q: 'vern' },
    });
    expect(data.map(({ author }) => author)).toEqual(['Jules Verne', 'Jules Verne']);
    expect(total).toBe(2);
  });

  it('fetches several records by id, and the referrers of one', async () => {
    const page = {
      pagination: { page: 1, perPage: 3 },
      sort: { field: 'title', order: 'ASC' as const },
      filter: {},
    };
    const { data } = await provider().getManyReference('books', { ...page, target: 'genre', id: genre });
    expect(data).toHaveLength(3);
    const ids = data.map(({ id }) => id);
    expect((await provider().getMany('books', { ids })).data).toHaveLength(3);
  });

  it('updates a record by sending it back whole', async () => {
    const made = await provider().create('books', { data: { title: 'Admin', author: 'Somebody', genre } });
    const { id } = made.data;
    const previousData = (await provider().getOne('books', { id })).data;
    const data = { ...previousData, publisher: 'React' };
    const changed = await provider().update('books', { id, data, previousData });
    expect(changed.data).toMatchObject({ id, title: 'Admin', publisher: 'React', genre: { id: genre } });
    await provider().delete('books', { id, previousData });
    await expect(provider().getOne('books', { id })).rejects.toThrow(/404/);
  });
});
