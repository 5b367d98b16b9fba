import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '#backend/testing/browser.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
let admin: Browser;
let count = 0;

beforeAll(async () => {
  server = await startServer();
  admin = await visitor(ADMIN);
});
afterAll(() => server?.close());

async function visitor(email: string): Promise<Browser> {
  const browser = server.browser();
  await browser.signIn(email);
  return browser;
}

const call = async (browser: Browser, method: string, path: string, json?: unknown) => {
  const answer = await browser.fetch(path, { method, ...(json !== undefined && { json }) });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : undefined };
};

const newAddress = () => `person${++count}@example.com`;

/** A person whom the admin has made. */
const person = async (values: Record<string, unknown> = {}) => {
  const { status, body } = await call(admin, 'POST', '/api/users', { email: newAddress(), ...values });
  expect(status).toBe(201);
  return body as { id: string; email: string };
};

const isSignedIn = async (browser: Browser) => {
  const { body } = await call(browser, 'GET', '/api/fn/init');
  return body.session !== null;
};

describe('creating a person', () => {
  it('makes one who can sign in by code, under the address in lower case', async () => {
    const made = await person({ email: 'Grace@Example.com', name: 'Grace' });
    expect(made).toMatchObject({
      email: 'grace@example.com',
      name: 'Grace',
      role: 'user',
      emailVerified: false,
    });
    expect(await isSignedIn(await visitor('grace@example.com'))).toBe(true);
  });

  it('says at the field that an address is taken', async () => {
    const { email } = await person();
    const { status, body } = await call(admin, 'POST', '/api/users', { email: email.toUpperCase() });
    expect(status).toBe(409);
    expect(body.errors.email[0].key).toBe('errors.unique');
  });

  it('keeps who did it in the history', async () => {
    const { id, email } = await person();
    const { body } = await call(admin, 'GET', `/api/users/${id}/history`);
    expect(body[0]).toMatchObject({ action: 'create', changes: { email: { before: null, after: email } } });
    expect(body[0].actor.label).toBe(ADMIN);
  });
});
