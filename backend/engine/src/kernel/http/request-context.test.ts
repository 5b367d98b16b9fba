import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actingId } from './actor.ts';
import { contextOf, createRequestContext, currentClient, type RequestSession } from './request-context.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  const app = express();
  app.use(createRequestContext({ isLocal: true }), express.json());
  app.post('/session', async (req, res) => {
    contextOf(res).session = req.body as RequestSession;
    // Meanwhile, other requests get responses.
    await new Promise((resolve) => setImmediate(resolve));
    const { language, isLocal, ipAddress, browser } = currentClient();
    const { id, actor } = contextOf(res);
    res.json({ id, actor: actingId(actor), language, isLocal, ipAddress, browser });
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/session`;
});

afterAll(() => server?.close());

const post = async (session: object, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(session),
  });
  return { ...(await response.json()), header: response.headers.get('x-request-id') };
};

test('concurrent requests each have their own context, even after their bodies were read', async () => {
  const ids = ['ada', 'ben', 'eve'];
  const answers = await Promise.all(ids.map((id) => post({ impersonatedBy: null, user: { id } })));
  expect(answers.map(({ actor }) => actor)).toEqual(ids);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(3);
});

test('the actor is the admin during impersonation', async () => {
  expect(await post({ impersonatedBy: 'admin', user: { id: 'ada' } })).toMatchObject({ actor: 'admin' });
});

test("the language of the account takes precedence over the browser's", async () => {
  const session = { user: { id: 'ada', language: 'sw' } };
  expect(await post(session, { 'accept-language': 'fr' })).toMatchObject({ language: 'sw' });
  expect(await post({ user: {} }, { 'accept-language': 'fr' })).toMatchObject({ language: 'fr' });
});

test('a plausible id of a proxy is adopted, and any other is replaced', async () => {
  const kept = await post({ user: {} }, { 'x-request-id': 'abcd-1234' });
  expect([kept.id, kept.header]).toEqual(['abcd-1234', 'abcd-1234']);
  const replaced = await post({ user: {} }, { 'x-request-id': 'a b' });
  expect(replaced.id).toMatch(/^[\da-f-]{36}$/);
});

test('outside of a request there is a client that matches no code', () => {
  expect(currentClient()).toEqual({ browser: 'none', ipAddress: 'none', language: 'en', isLocal: false });
});
