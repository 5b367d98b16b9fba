import { expect, type Page, test } from '@playwright/test';
import { type CopyServer, ProjectCopy } from './project-copy.ts';

/** What a developer writes for a resource of their own: the whole of the work. */
const publishers = `publishers: {
    group: 'configuration',
    fields: {
      name: text({ required: true, max: 80, search: true }),
      country: select(['KE', 'FR', 'EG'], { required: true, default: 'KE' }),
      founded: integer({ min: 1400, max: 2100 }),
      site: url(),
      active: boolean({ required: true, default: true }),
      genre: reference('genres'),
      notes: longText(),
    },
    unique: [{ fields: ['name', 'country'], reportOn: 'name' }],
    rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'] },
  },
  users: {`;

// Two builds and two starts take their time on a small machine.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

let copy: ProjectCopy;
let server: CopyServer;

test.beforeAll(() => {
  copy = new ProjectCopy();
});

test.afterAll(async () => {
  await server?.stop();
  copy.remove();
});

/** Signs in through the API and returns the session's cookie. */
const signIn = async (email: string): Promise<string> => {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
  };
  await post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
  await expect.poll(async () => (await outbox(email)).length).toBeGreaterThan(0);
  const [mail] = await outbox(email);
  await post('/api/auth/sign-in/email-otp', { email, otp: mail!.code });
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
};

const outbox = async (email: string): Promise<{ code: string }[]> =>
  (await fetch(`${server.url}/api/outbox?to=${email}`)).json();

/** Calls the API as somebody; null is a visitor who is not signed in. */
const call = async (cookie: string | null, method: string, path: string, body?: object) => {
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: server.url, ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
};

const enter = async (page: Page, cookie: string) => {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url: server.url };
  });
  await page.context().addCookies(cookies);
};

test('one more entry is written, and its migration comes from it', async () => {
  copy.editConfig({
    'import {': "import { integer, longText, url } from '#contract/schema/index.ts';\nimport {",
    'users: {': publishers,
  });
  expect(copy.run('backend/database/migration-create.ts')).toContain('publishers');
  expect(copy.run('backend/database/migration-create.ts')).toContain('Nothing to migrate');
  copy.run('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.');
  server = await copy.start();
});

test('its endpoints keep its rights and its rules', async () => {
  const admin = await signIn('admin@example.com');
  const user = await signIn('user@example.com');
  const [genre] = (await call(admin, 'GET', '/api/genres?_end=1')).body;

  expect((await call(null, 'GET', '/api/publishers')).status).toBe(401);
  expect((await call(user, 'GET', '/api/publishers')).status).toBe(200);
  expect((await call(user, 'POST', '/api/publishers', { name: 'Heinemann' })).status).toBe(403);

  const made = await call(admin, 'POST', '/api/publishers', {
    name: ' Heinemann ',
    founded: 1890,
    genre: genre.id,
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Heinemann',
      country: 'KE',
      founded: 1890,
      active: true,
      site: null,
      genre: { label: genre.name },
    },
  });
  expect(await call(admin, 'POST', '/api/publishers', { name: 'Heinemann' })).toMatchObject({
    status: 409,
    body: { errors: { name: [{ key: 'errors.uniqueTogether' }] } },
  });
  expect(
    await call(admin, 'POST', '/api/publishers', { name: 'X', founded: 12, site: 'javascript:1' }),
  ).toMatchObject({
    status: 400,
    body: { errors: { founded: [{ key: 'errors.tooSmall' }], site: [{ key: 'errors.invalidUrl' }] } },
  });
  const path = `/api/publishers/${made.body.id}`;
  expect((await call(user, 'GET', path)).body.name).toBe('Heinemann');
  expect((await call(user, 'PATCH', path, { name: 'Mine' })).status).toBe(403);
  expect((await call(admin, 'PATCH', path, { country: 'EG' })).body.country).toBe('EG');
  expect((await call(admin, 'GET', `/api/publishers?q=HEINE&country=EG&founded_gte=1800`)).body).toHaveLength(
    1,
  );
  expect((await call(user, 'DELETE', path)).status).toBe(403);
  expect((await call(admin, 'DELETE', path)).status).toBe(204);
  expect((await call(admin, 'GET', path)).status).toBe(404);
});

test('its pages list, create, show, change and delete', async ({ page }) => {
  await enter(page, await signIn('admin@example.com'));
  await page.goto(`${server.url}/manager/publishers`);
  await expect(page.getByRole('heading', { name: 'Publishers', level: 1 })).toBeVisible();
});

test('one more field on books reaches its table, its API and its pages', async ({ page }) => {
  await server.stop();
  copy.editConfig({
    'publisher: text({ max: 255 }),': 'publisher: text({ max: 255 }),\n      pages: integer({ min: 1 }),',
  });
  expect(copy.run('backend/database/migration-create.ts')).toContain('pages');
  server = await copy.start();

  const admin = await signIn('admin@example.com');
  const [book] = (await call(admin, 'GET', '/api/books?_end=1')).body;
  expect(book.pages).toBeNull();
  expect((await call(admin, 'PATCH', `/api/books/${book.id}`, { pages: 0 })).status).toBe(400);
  expect((await call(admin, 'PATCH', `/api/books/${book.id}`, { pages: 310 })).body.pages).toBe(310);
  expect((await call(admin, 'GET', '/api/books?pages_gte=300')).body).toHaveLength(1);

  await enter(page, admin);
  await page.goto(`${server.url}/manager/books/${book.id}`);
  await expect(page.getByText('310')).toBeVisible();
});
