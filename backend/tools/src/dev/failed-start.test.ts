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

test('every address shows the mistakes of the file in its title, their places, and where they are explained', async () => {
  const excerpt = "1 | tools: '<b>'\n  |         ^";
  const text = 'tools.list: "<b>" is unknown; did you mean "note"?';
  const response = await request({
    file: 'resources.config.ts',
    problems: [{ place: 'resources.config.ts:1:9', text, excerpt }],
    docs: ['docs/entry.md#forms'],
  });
  expect(response.status).toBe(503);
  expect(response.headers.get(FAILED_START)).toBe(String(process.pid));
  const html = await response.text();
  expect(html).toMatch(
    /<title>[^a-z]*resources\.config\.ts has a mistake.*<h1>resources\.config\.ts has a mistake</s,
  );
  expect(html).toContain(
    '<code>resources.config.ts:1:9</code><p>tools.list: &quot;&lt;b&gt;&quot; is unknown',
  );
  expect(html).toContain('1 | tools: &#39;&lt;b&gt;&#39;\n  |         <strong>^</strong></pre>');
  expect(html).toContain('<code dir="ltr">docs/entry.md#forms</code><button type="button"');
});

test("the page is in the visitor's language", async () => {
  const response = await request(
    { problems: [{ text: 'Port 1' }], docs: [] },
    { headers: { 'accept-language': 'ar', accept: 'text/html' } },
  );
  expect(await response.text()).toMatch(/<html lang="ar" dir="rtl">.*<h1>تعذّر تشغيل الخادم</s);
});
