import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

// No browser: only the server and the build.

const files = readdirSync('dist', { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css|html|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

test('a build neither contains nor names the pages for developers', () => {
  expect(files.length).toBeGreaterThan(20);
  const isTheirs = (file: string) =>
    /developers-page/.test(file) || /manager\/developers|api\/developers/.test(readFileSync(file, 'utf8'));
  expect(files.filter(isTheirs)).toEqual([]);
});

test('a server of the build lacks the addresses for developers', async ({ request }) => {
  for (const address of ['/api/developers', '/api/developers/books']) {
    const status = (await request.get(address)).status();
    expect({ address, status }).toEqual({ address, status: 404 });
  }
});
