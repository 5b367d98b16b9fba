// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { preloadedResponses, takeResponse } from '#frontend/shell/browser/preloaded-responses.ts';
import { send } from '#frontend/shell/http/http.ts';
import { startInit } from '#frontend/shell/http/init.ts';
import { parsePreloads, takePreloaded } from './first-response.ts';

const LIST = '/api/books?_end=20&_start=0';
const TEXTS = '/assets/common.json';

/** The requests, each with what responds to it. */
let sent: { address: string; respond: (response: Response) => void }[];

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => json({ settings: { isDemo: false }, session: null }));
  await startInit();
});
beforeEach(() => {
  sent = [];
  vi.stubGlobal(
    'fetch',
    (address: string) => new Promise<Response>((respond) => sent.push({ address, respond })),
  );
  preloadedResponses.set(TEXTS, fetch(TEXTS));
  preloadedResponses.set(LIST, fetch(LIST));
  parsePreloads();
});
afterEach(() => {
  preloadedResponses.clear();
  vi.unstubAllGlobals();
});

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { etag: '"1"' } });
const respond = (address: string, response: Response) =>
  sent.find((request) => request.address === address)!.respond(response);

test('the response to an API call is there without waiting once it has arrived, for its first request only', async () => {
  expect(takePreloaded(LIST)).toBeUndefined();
  respond(LIST, json([{ id: '1' }]));
  await vi.waitFor(() => {
    const answer = takePreloaded(LIST);
    expect(answer?.body).toEqual([{ id: '1' }]);
    expect(answer?.headers.get('etag')).toBe('"1"');
  });
  expect(takePreloaded(LIST)).toBeUndefined();
  expect(takeResponse(LIST)).toBeUndefined();
});

test('a request before the response arrives waits for it instead of being sent again; the next one is sent', async () => {
  const first = send({ method: 'GET', url: LIST, headers: {} });
  respond(LIST, json(['first']));
  expect(await (await first).json()).toEqual(['first']);
  const next = send({ method: 'GET', url: LIST, headers: {} });
  expect(sent).toHaveLength(3);
  sent[2]!.respond(json(['next']));
  expect(await (await next).json()).toEqual(['next']);
});

test('a rejected call throws where it is needed', async () => {
  respond(LIST, json({ code: 'FORBIDDEN', message: 'No' }, 403));
  await Promise.resolve();
  expect(takePreloaded(LIST)).toBeUndefined();
  await expect(send({ method: 'GET', url: LIST, headers: {} })).rejects.toMatchObject({ status: 403 });
});

test('an aborted call throws although its response has arrived', async () => {
  const controller = new AbortController();
  const call = send({ method: 'GET', url: LIST, headers: {}, signal: controller.signal });
  controller.abort();
  respond(LIST, json([]));
  await expect(call).rejects.toThrow(/abort/i);
});

test('a write or a sign-out takes no response, and discards those from before it', async () => {
  void send({ method: 'POST', url: LIST, headers: {} });
  void send({ method: 'POST', url: '/api/auth/sign-out', headers: {} });
  respond(LIST, json([{ id: '1' }]));
  void send({ method: 'GET', url: LIST, headers: {} });
  expect(sent.map(({ address }) => address)).toEqual([TEXTS, LIST, LIST, '/api/auth/sign-out', LIST]);
  expect(takePreloaded(LIST)).toBeUndefined();
});

test.each([
  { address: '/manager/books', expected: [{ id: '1' }] },
  { address: '/app/books', expected: undefined },
])(
  'an embedded response of a document at $address is there at once, for its first request',
  async ({ address, expected }) => {
    history.replaceState(null, '', address);
    const element = document.createElement('script');
    element.id = 'first-data';
    element.textContent = JSON.stringify([
      { url: '/api/views', data: [{ id: '1' }], headers: { etag: '"2"' } },
      { url: '/api/books/7', data: null, headers: {} },
    ]);
    document.body.append(element);
    vi.resetModules();
    const { takePreloaded: take } = await import('./first-response.ts');
    const answer = take('/api/views');
    expect(answer?.body).toEqual(expected);
    expect(answer?.headers.get('etag')).toBe(expected && '"2"');
    expect(take('/api/views')).toBeUndefined();
    expect(take('/api/books/7')).toBeUndefined();
    element.remove();
    history.replaceState(null, '', '/');
  },
);
