import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAILED_START } from '@bindery/contract/api/developers/pages.ts';
import { product } from '@bindery/contract/api/product.ts';
import { afterEach, expect, test } from 'vitest';
import { createFailedStartApp } from './failed-start.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function request(
  failed: Parameters<typeof createFailedStartApp>[0],
  init?: RequestInit,
  path = '/manager/tools?q=a',
) {
  server = createServer(createFailedStartApp(failed)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
}

test('every address shows the mistakes of the file in its title, their places, and where they are explained', async () => {
  const excerpt = [
    { number: 1, before: "tools: '", marked: '<b>', after: "'" },
    { number: 2, before: '}', marked: '', after: '' },
  ];
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
  expect(html).toContain(
    '<span>1</span><span>tools: &#39;<strong>&lt;b&gt;</strong>&#39;</span><span>2</span><span>}</span></pre>',
  );
  expect(html).toContain('<main data-state="failed">');
  expect(html).toContain('<span data-of="starts">Saved. The server is starting …</span>');
  expect(html).toContain('start it with <code dir="ltr">npm run dev</code>');
  expect(html).toContain('<code dir="ltr">docs/entry.md#forms</code><button type="button"');
});

test('the icon of the page is that of the product, which its policy allows', async () => {
  const failed = { problems: [{ text: 'Port 1' }], docs: [] };
  const response = await request(failed);
  expect(response.headers.get('content-security-policy')).toContain("img-src 'self'");
  const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(await response.text())!;
  server?.close();
  const image = await request(failed, {}, icon);
  expect(image.headers.get('content-type')).toContain('image/svg+xml');
  expect(await image.text()).toContain(product().icon);
});

test("the page is in the visitor's language", async () => {
  const response = await request(
    { problems: [{ text: 'Port 1' }], docs: [] },
    { headers: { 'accept-language': 'ar', accept: 'text/html' } },
  );
  expect(await response.text()).toMatch(/<html lang="ar" dir="rtl">.*<h1>تعذّر تشغيل الخادم</s);
});

test('while the terminal asks, pages say so, with what is asked about', async () => {
  const text = 'column projects.notes goes, with its values';
  const response = await request({ asks: true, problems: [{ text }], docs: [] });
  const html = await response.text();
  expect(html).toMatch(/<h1>The terminal is waiting for an answer<.*<p>column projects\.notes goes/s);
  expect(html).toContain('<span data-of="failed">Answer it there: the server then starts');
});
