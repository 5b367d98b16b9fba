import { type IdentityProvider, startIdentityProvider } from '@bindery/backend/testing/identity-provider.ts';
import { ADMIN, newcomer } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Page, test } from '@playwright/test';

// A real OpenID Connect provider, at the port that the server under test knows. The responses while sign-up
// is closed are in backend/engine/src/access/auth/providers/social.api.test.ts, and the page for them in
// login.e2e.ts.

let provider: IdentityProvider;

test.beforeAll(async () => {
  provider = await startIdentityProvider(Number(process.env.E2E_PROVIDER_PORT));
});

test.afterAll(() => provider?.close());

const continueThere = async (page: Page) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Company account' }).click();
};

test('a newcomer and a known user sign in, and a denied consent is reported', async ({ page }) => {
  provider.someone = { email: newcomer(), name: 'New Comer' };
  await continueThere(page);
  await expect(page).toHaveURL(/\/app$/);

  await page.context().clearCookies();
  provider.someone = { email: ADMIN, name: 'Somebody' };
  await continueThere(page);
  await expect(page).toHaveURL(/\/manager\/dashboard$/);

  await page.context().clearCookies();
  provider.someone = 'denies';
  await continueThere(page);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('Not able to login, please try again')).toBeVisible();
});
