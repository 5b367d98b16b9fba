import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { errorAnswer } from './errors.ts';
import { createRequestContext } from './request-context.ts';
import { requestDeadline } from './request-deadline.ts';

const DEADLINE_MS = 200;

let server: Server;
let url: string;
/** Releases the handler of /late; resolves once it has finished. */
let late: { end(): void; readonly done: Promise<unknown> };

beforeAll(async () => {
  logger.level = 'silent';
  const waiting = Promise.withResolvers<void>();
  const done = Promise.withResolvers<unknown>();
  late = { end: waiting.resolve, done: done.promise };
  const app = express();
  app.use(createRequestContext({ isLocal: true }), requestDeadline(DEADLINE_MS));
  app.get('/soon', (_req, res) => void res.json('soon'));
  app.get('/never', () => {});
  app.get('/late', async (_req, res) => {
    await waiting.promise;
    try {
      res.set('X-Late', 'yes').json('late');
    } catch (error) {
      setImmediate(() => done.resolve(error));
      throw error;
    }
  });
  app.use(errorAnswer);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

test('a request that is answered in time is not affected by the deadline', async () => {
  expect(await (await fetch(`${url}/soon`)).json()).toBe('soon');
});

test('a request that no handler answers gets 503 with Retry-After', async () => {
  const answer = await fetch(`${url}/never`);
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE', requestId: expect.any(String) });
});

test('a response after the deadline is dropped, and its connection stays usable', async () => {
  const answer = await fetch(`${url}/late`);
  expect(answer.status).toBe(503);
  await answer.text();
  late.end();
  expect(await late.done).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' });
  expect((await fetch(`${url}/soon`)).status).toBe(200);
});
