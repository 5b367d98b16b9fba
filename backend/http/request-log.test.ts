import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#backend/logging/logger.ts';
import { contextOf, createRequestContext } from './request-context.ts';
import { requestLog } from './request-log.ts';

const lines: string[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  const app = express();
  const logger = createLogger((line) => lines.push(line));
  app.use(createRequestContext({ isLocal: true }, logger), requestLog(logger));
  app.all('/fails', (_req, res) => void res.status(503).end());
  app.all('/speaks', (_req, res) => {
    contextOf(res).log.info('from the handler');
    res.end();
  });
  app.all('/', (_req, res) => void res.status(201).end());
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => void lines.splice(0));

/** Sends a request; returns the lines that it logs. */
async function logged(method: string, path: string) {
  const finished = new Promise((resolve) =>
    server.once('request', (_req, res) => res.once('close', () => setImmediate(resolve))),
  );
  const headers = { 'x-request-id': 'request-4711', cookie: 'session=hidden', authorization: 'hidden' };
  await fetch(url + path, { method, headers });
  await finished;
  return lines.map((line) => JSON.parse(line));
}

describe('the log of requests', () => {
  it('has one line for a write, with the request id and without query and headers', async () => {
    expect(await logged('POST', '/?token=hidden')).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        msg: 'request',
        requestId: 'request-4711',
        req: { method: 'POST', path: '/' },
        res: { status: 201 },
        ms: expect.any(Number),
      },
    ]);
    expect(lines.join('')).not.toContain('hidden');
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('has none for a successful read: %s', async (method) => {
    expect(await logged(method, '/')).toEqual([]);
  });

  it('has an error line for every request that the server could not answer', async () => {
    const [line, ...others] = await logged('GET', '/fails');
    expect(line).toMatchObject({ level: 'error', req: { method: 'GET' }, res: { status: 503 } });
    expect(line).not.toHaveProperty('err');
    expect(others).toEqual([]);
  });

  it('gives handlers a logger that adds the request id', async () => {
    expect(await logged('GET', '/speaks')).toEqual([
      expect.objectContaining({ msg: 'from the handler', requestId: 'request-4711' }),
    ]);
  });
});
