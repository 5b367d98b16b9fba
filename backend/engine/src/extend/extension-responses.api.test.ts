import type { Pages } from '@bindery/contract/api/pages.ts';
import { lendingLibrary as resources } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen } from '#backend/kernel/http/listener.ts';
import { subjectEndpoints } from '#backend/testing/extension-endpoints.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';
import { type RunningServer, serve } from '#backend/web/server.ts';
import { noExtensions } from './load-extensions.ts';

const HTML =
  '<html lang="en" dir="ltr"><head><script type="application/json" id="init"></script></head><body></body></html>';

/** Replaces the built pages: one that first makes the call in its query parameter `call`. */
const frontend = {
  assets: (_req: unknown, _res: unknown, next: () => void) => next(),
  page: async () => HTML,
  pages: { '/programme': { area: 'public', component: 'programme-page.tsx' } } satisfies Pages,
  firstCalls: ({ url }: { url: string }) => [new URL(url, 'http://x').searchParams.get('call') ?? ''],
};

let server: TestServer;
let port: Listener;
let running: RunningServer;

beforeAll(async () => {
  const extensions = { ...noExtensions, endpoints: [subjectEndpoints] };
  server = await startServer({}, resources, extensions);
  port = await listen({ port: 0, hosts: ['127.0.0.1'] });
  const { settings, database } = server;
  running = serve({ port, settings, database, resources, frontend, extensions });
});
afterAll(async () => {
  await running?.close();
  await server?.close();
});

const page = async (call: string, headers: Record<string, string> = {}) => {
  const url = `http://127.0.0.1:${port.number}/programme?${new URLSearchParams({ call })}`;
  const answer = await fetch(url, { headers });
  const inside = /id="first-data">(.*?)<\/script>/s.exec(await answer.text())?.[1];
  const [first] = inside === undefined ? [] : JSON.parse(inside);
  return { status: answer.status, data: first?.data };
};

describe('the document of a page whose first call is an extension endpoint', () => {
  it('has its response, by path and query, for visitors and users', async () => {
    expect(await page('/api/subjects/open')).toEqual({ status: 200, data: { id: null, text: 'out' } });
    const admin = server.browser();
    admin.adopt(await openSession(server, ADMIN));
    const signedIn = { cookie: admin.cookies };
    expect((await page('/api/subjects/open', signedIn)).data).toEqual({ id: null, text: 'in' });
    expect((await page('/api/subjects/count?q=%25%27%3B', signedIn)).data).toEqual({ id: null, text: '0' });
    // The endpoint takes one value, and the page shows its rejection.
    expect((await page('/api/subjects/count?q=a&q=b', signedIn)).data).toBeUndefined();
    expect((await page('/api/subjects/named/%D8%B9%D9%84%D9%85')).data).toEqual({ id: null, text: 'علم' });
  });

  it('has status 404 if the endpoint finds nothing', async () => {
    expect(await page('/api/subjects/named/nobody')).toEqual({ status: 404, data: null });
  });

  it.each([
    ['is rejected', '/api/subjects/mine'],
    ['asks for another right', '/api/subjects/review'],
    ['has invalid parameters', `/api/subjects/named/${'x'.repeat(255)}`],
    ['has a path that cannot be decoded', '/api/subjects/named/%E0%A4%A'],
    ['is no JSON', '/api/subjects/subjects.ics'],
    ['has a handler that reads the request', '/api/subjects/by-path'],
  ])('is served without the response if the call %s', async (_, call) => {
    expect(await page(call)).toEqual({ status: 200, data: undefined });
  });
});
