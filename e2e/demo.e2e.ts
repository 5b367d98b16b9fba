import { expect, request, test } from '@playwright/test';
import { ServerFolder, type ServerProcess } from '#backend/testing/server-process.ts';
import { ADMIN, signInThrough } from './support/sign-in.ts';

// Demo mode is a setting of the whole server, so it needs its own server.

test.describe.configure({ timeout: 180_000 });

const folder = new ServerFolder();
let server: ServerProcess;

test.beforeAll(async () => {
  server = await folder.start({ VITE_IS_DEMO: 'true', SUPPORT_URL: 'mailto:help@example.com' });
  await server.says(/ready/);
});

test.afterAll(async () => {
  server.signal('SIGTERM');
  await server.ended;
  folder.remove();
});

test('a demo shows everything, and rejects every change with a message', async ({ page }) => {
  const visitor = await request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { origin: server.url },
  });
  await signInThrough(visitor, ADMIN);
  await page.context().addCookies((await visitor.storageState()).cookies);
  const written: string[] = [];
  page.on('request', (sent) => sent.method() !== 'GET' && written.push(sent.url()));

  await page.goto(`${server.url}/manager/users?searchTerm=user@example.com`);
  await page.getByRole('main').getByRole('link', { name: 'user@example.com' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();

  const dialog = page.getByRole('dialog', { name: 'Demo Mode' });
  await expect(dialog.getByText('This is a read-only demo, this action is disabled.')).toBeVisible();
  await expect(dialog.getByText('npm start')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  expect(written).toEqual([]);
});
