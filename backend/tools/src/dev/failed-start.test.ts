import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAILED_START } from '@bindery/contract/api/developers/pages.ts';
import { afterEach, expect, test } from 'vitest';
import { createFailedStartApp } from './failed-start.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function request(failed: Parameters<typeof createFailedStartApp>[0], init?: RequestInit) {
  server = createServer(createFailedStartApp(failed)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/manager/tools?q=a`, init);
}

test('every address shows the message of the failed start, and where it is explained', async () => {
  const response = await request({
    message: 'resources.config.ts has a mistake:\n  tools.list: "<b>" is unknown; did you mean "note"?',
    docs: ['docs/entry.md#forms'],
  });
  expect(response.status).toBe(503);
  expect(response.headers.get(FAILED_START)).toBe(String(process.pid));
  const html = await response.text();
  expect(html).toContain('<strong>tools.list</strong>: &quot;&lt;b&gt;&quot; is unknown; did you mean');
  expect(html).toContain('<code dir="ltr">docs/entry.md#forms</code>');
});

test("the page is in the visitor's language", async () => {
  const response = await request(
    { message: 'Port 1', docs: [] },
    { headers: { 'accept-language': 'ar', accept: 'text/html' } },
  );
  expect(await response.text()).toContain('<html lang="ar" dir="rtl">');
});
