import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, logger as serverLogger } from '#backend/logging/logger.ts';
import { errorHandler } from './errors.ts';
import { contextOf, createRequestContext } from './request-context.ts';
import { requestDeadline, requestLog } from './request-lifecycle.ts';

/** Serves an application on a free port; returns the server and its address. */
async function serve(app: Express): Promise<{ server: Server; url: string }> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the log of requests', () => {
  const lines: string[] = [];
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const app = express();
    const logger = createLogger((line) => lines.push(line));
    app.use(createRequestContext({ isLocal: true }, { logger }), requestLog(logger));
    app.all('/fails', (_req, res) => void res.status(503).end());
    app.all('/locked', () => {
      throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    });
    app.all('/slow', requestDeadline(1), () => {});
    app.all('/speaks', (_req, res) => {
      contextOf(res).log.info('from the handler');
      res.end();
    });
    app.all('/', (_req, res) => void res.status(201).end());
    app.use(errorHandler);
    ({ server, url } = await serve(app));
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

  it('has an error line for every request without a response', async () => {
    const [line, ...others] = await logged('GET', '/fails');
    expect(line).toMatchObject({ level: 'error', req: { method: 'GET' }, res: { status: 503 } });
    expect(line).not.toHaveProperty('err');
    expect(others).toEqual([]);
  });

  it.each([
    ['/locked', 'canceling statement due to lock timeout'],
    ['/slow', 'no response within 1 ms'],
  ])('says why a request has failed that may be repeated: %s', async (path, failure) => {
    expect(await logged('POST', path)).toEqual([
      expect.objectContaining({ level: 'error', res: { status: 503 }, failure }),
    ]);
  });

  it('gives handlers a logger that adds the request id', async () => {
    expect(await logged('GET', '/speaks')).toEqual([
      expect.objectContaining({ msg: 'from the handler', requestId: 'request-4711' }),
    ]);
  });
});

describe('the deadline of a request', () => {
  const DEADLINE_MS = 200;

  let server: Server;
  let url: string;
  /** Releases the handler of /late; resolves once it has finished. */
  let late: { end(): void; readonly done: Promise<unknown> };

  beforeAll(async () => {
    serverLogger.level = 'silent';
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
    app.use(errorHandler);
    ({ server, url } = await serve(app));
  });

  afterAll(() => void server.close());

  it('a request with a response in time is not affected by the deadline', async () => {
    expect(await (await fetch(`${url}/soon`)).json()).toBe('soon');
  });

  it('a request without a handler gets 503 with Retry-After', async () => {
    const response = await fetch(`${url}/never`);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: 'UNAVAILABLE', requestId: expect.any(String) });
  });

  it('a response after the deadline is dropped, and its connection stays usable', async () => {
    const response = await fetch(`${url}/late`);
    expect(response.status).toBe(503);
    await response.text();
    late.end();
    expect(await late.done).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' });
    expect((await fetch(`${url}/soon`)).status).toBe(200);
  });
});
