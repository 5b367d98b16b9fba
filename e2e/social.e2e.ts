import { expect, type Page, test } from '@playwright/test';
import { type IdentityProvider, startIdentityProvider } from '#backend/testing/identity-provider.ts';
import { ServerFolder, type ServerProcess } from '#backend/testing/server-process.ts';

// Signing in at a real OpenID Connect provider, which only a server of its own can be set up for.

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let provider: IdentityProvider;
const folders: ServerFolder[] = [];
const servers: ServerProcess[] = [];

/** Starts a server that offers the provider; returns its address. */
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
});

test.afterAll(async () => {
  for (const server of servers) server.signal('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  for (const folder of folders) folder.remove();
  await provider.close();
});

const continueThere = async (page: Page, url: string) => {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Company account' }).click();
};

test('a newcomer and a known person sign in, and who refuses is told so', async ({ page }) => {
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

test('a newcomer is told where sign-up is closed', async ({ page }) => {
  provider.someone = { email: 'stranger@example.com', name: 'Stranger' };
  await continueThere(page, await serverWith({ SIGN_UP: 'false' }));
  await expect(page).toHaveURL(/\/login\/error\?error=signup_disabled/);
  await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
  await expect(page.getByText('You need an account to login')).toBeVisible();
});
