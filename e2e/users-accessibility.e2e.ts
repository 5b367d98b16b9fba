import { violations } from '@bindery/tools/testing/browser/axe.ts';
import { chooseLanguage } from '@bindery/tools/testing/browser/open-page.ts';
import { ADMIN, signIn } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { test } from './support/shared-page.ts';
import { button, createUser, ownAddress, signedIn } from './support/users.ts';

test("users' pages violate no accessibility rule", { tag: '@phone-only' }, async ({ page, browser }) => {
  test.slow(true, 'axe reads four pages');
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, ADMIN);
  await chooseLanguage(page, 'ar');
  const user = await createUser(page, { name: 'Grace Hopper' });
  await signedIn(browser, user);
  const open = async (path: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  };
  const check = async (what: string, onTop?: string) =>
    expect(await violations(page, onTop), what).toEqual([]);

  // The tests of every page have read it.
  await open(user.address);
  await button(page, 'حظر').click();
  await check('the dialog of a ban', 'dialog[open]');
  await page.request.post(`/api/users/${user.id}/ban`, { data: { reason: 'Sold borrowed books' } });
  await open(user.address);
  await check('a banned person');
  await open(`${await ownAddress(page)}/update`);
  await check('a role that stays as it is');
  await page.request.delete(`/api/users/${user.id}/ban`);
  await page.request.post(`/api/users/${user.id}/impersonate`);
  await open('/app/account');
  await expect(page.getByRole('complementary')).toBeVisible();
  await check('acting as somebody else');
});
