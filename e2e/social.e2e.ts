import { expect, type Page, test } from '@playwright/test';
import { type IdentityProvider, startIdentityProvider } from '#backend/testing/identity-provider.ts';
import { ServerFolder, type ServerProcess } from '#backend/testing/server-process.ts';
import { startTurnstile, type Turnstile } from './support/turnstile.ts';

// Signing in with a real OpenID Connect provider, closed sign-up, and the captcha: each needs a server with its own
// settings.

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let provider: IdentityProvider;
let turnstile: Turnstile;
let closed: string;
const folders: ServerFolder[] = [];
const servers: ServerProcess[] = [];

/** Starts a server that offers the provider; returns its URL. */
async function serverWith(settings: Record<string, string>): Promise<string> {
  const folder = new ServerFolder();
  const server = await folder.start({ ...provider.settings, ...settings });
  folders.push(folder);
  servers.push(server);
  await server.says(/ready/);
  return server.url;
}

test.beforeAll(async () => {
  provider = await startIdentityProvider();
  turnstile = await startTurnstile();
});

test.afterAll(async () => {
  for (const server of servers) server.signal('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  for (const folder of folders) folder.remove();
  await provider.close();
  turnstile.close();
});

const continueThere = async (page: Page, url: string) => {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Company account' }).click();
};

test('a newcomer and a known user sign in, and a denied consent is reported', async ({ page }) => {
  const url = await serverWith({});

  provider.someone = { email: 'newcomer@example.com', name: 'New Comer' };
  await continueThere(page, url);
  await expect(page).toHaveURL(/\/app$/);

  await page.context().clearCookies();
  provider.someone = { email: 'admin@example.com', name: 'Somebody' };
  await continueThere(page, url);
  await expect(page).toHaveURL(/\/manager\/dashboard$/);

  await page.context().clearCookies();
  provider.someone = 'refuses';
  await continueThere(page, url);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('Not able to login, please try again')).toBeVisible();
});

test('a newcomer sees an error if sign-up is closed', async ({ page }) => {
  provider.someone = { email: 'stranger@example.com', name: 'Stranger' };
  closed = await serverWith({ SIGN_UP: 'false', ...turnstile.settings });
  await continueThere(page, closed);
  await expect(page).toHaveURL(/\/login\/error\?error=signup_disabled/);
  await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
  await expect(page.getByText('You need an account to login')).toBeVisible();
});

test('a code is sent only after the captcha is passed', async ({ page }) => {
  await turnstile.appearsOn(page);
  await page.clock.install();
  await page.goto(`${closed}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  await page.getByLabel('Email').fill('admin@example.com');
  const send = page.getByRole('button', { name: 'Send me a code' });
  await expect(page.getByRole('button', { name: 'robot' })).toBeVisible();
  await send.click();
  await expect(page.getByText('Please show that you are not a robot')).toBeVisible();
  for (const [answer, text] of [
    ['robot', 'The robot check failed'],
    ['breaks', 'The robot check cannot be reached'],
  ] as const) {
    await page.getByRole('button', { name: answer }).click();
    await send.click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.getByRole('button', { name: 'person' }).click();
  await send.click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();

  await expect(page.getByRole('button', { name: 'person' })).toHaveCount(0);
  await page.clock.runFor(31_000);
  await page.getByRole('button', { name: 'person' }).click();
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByText('A new code is on its way.')).toBeVisible();
});

test('a captcha that cannot be loaded shows an error', async ({ page }) => {
  await page.route('https://challenges.cloudflare.com/**', (route) => route.abort());
  await page.goto(`${closed}/login`);
  await expect(page.getByText('The robot check cannot be reached')).toBeVisible();
});
