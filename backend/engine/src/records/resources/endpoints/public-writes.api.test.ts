import { defineResources, email, select, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raw } from '#backend/testing/raw-request.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';

const resources = defineResources({
  users: {
    managedBy: 'auth',
    fields: { email: email({ required: true }), role: select(['admin', 'user'], { default: 'user' }) },
    label: 'email',
    rights: { admin: ['read'] },
  },
  requests: {
    fields: {
      name: text({ required: true }),
      state: select(['open', 'done'], { required: true, default: 'open', readBy: ['admin'] }),
    },
    rights: { admin: ['read', 'update'], public: ['create'] },
  },
});

const host = 'clinic.example.com';
let server: TestServer;
beforeAll(async () => {
  const others = { SMTP_URL: 'smtp://127.0.0.1:1', AUTH_SECRET: 'x'.repeat(32), TRUSTED_PROXIES: '1' };
  const settings = { VITE_BASE_URL: `https://${host}`, PUBLIC_WRITES_PER_HOUR: '3', ...others };
  server = await startServer(settings, resources);
});
afterAll(() => server?.close());

const call = (address: string, path: string, json?: object) =>
  raw(server.url, { path, headers: { host, 'x-forwarded-for': address }, ...(json && { json }) });
const send = (address: string, json: object) => call(address, '/api/requests', json);

describe('a resource that any visitor may add to but not read', () => {
  it('accepts a record, responds with what was sent, and shows it to no visitor', async () => {
    const { status, body } = await send('203.0.113.1', { name: 'Zuhura 🩺' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Zuhura 🩺' });
    expect(body).not.toHaveProperty('state');
    expect((await call('203.0.113.1', '/api/requests')).status).toBe(401);
    expect((await call('203.0.113.1', `/api/requests/${(body as { id: string }).id}`)).status).toBe(401);
  });

  it('accepts the configured number from a network per hour, rejected ones included', async () => {
    expect((await send('203.0.113.2', { name: '' })).status).toBe(400);
    const all = await Promise.all([1, 2, 3].map(() => send('203.0.113.2', { name: 'Baraka' })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 429]);
    const rejected = all.find(({ status }) => status === 429);
    expect(rejected?.headers['retry-after']).toBe('3600');
    expect(rejected?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect((await send('203.0.113.3', { name: 'Baraka' })).status).toBe(201);
  });
});
