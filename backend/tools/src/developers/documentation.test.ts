import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { productRoot } from '@bindery/contract/api/product.ts';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentationRoutes } from './documentation.ts';

let server: Server;
const request = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

beforeAll(async () => {
  const app = express().use(documentationRoutes(productRoot(), async () => ''));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

test('a page has its title, its anchors, its code and a link to the table of contents', async () => {
  const response = await request('/docs/tour.md');
  expect(response.headers.get('content-type')).toContain('text/html');
  const html = await response.text();
  expect(html).toContain('<title>docs/tour.md');
  expect(html).toContain('<a href="/docs/README.md">docs</a>');
  expect(html).toContain('<h2 id="the-first-resource">The first resource</h2>');
  expect(html).toContain('<figcaption>resources.config.ts</figcaption>');
  expect(html).toContain('<a href="your-product.md">');
});

test('what is no page has no link, such as a folder', async () => {
  const html = await (await request('/docs/README.md')).text();
  expect(html).toContain('<a href="tour.md">');
  expect(html).toContain('Decisions');
  expect(html).not.toContain('href="decisions"');
});

test.each(['/docs/nothing.md', '/docs/..%2f..%2fREADME.md', '/.git/x.md'])('%s is no page', async (path) => {
  expect((await request(path)).status).toBe(404);
});
