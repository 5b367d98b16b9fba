import { expect, test } from '@playwright/test';
import { violations } from './support/axe.ts';
import { button, makePerson, ownAddress, signedIn } from './support/users.ts';
import { ADMIN, signIn } from './support/sign-in.ts';
import { chooseLanguage } from './support/open-page.ts';

for (const { colorScheme, language, ban } of [
  { colorScheme: 'light', language: 'en', ban: 'Ban' },
  { colorScheme: 'dark', language: 'ar', ban: 'حظر' },
] as const) {
  test(`people's pages break no rule of accessibility: ${colorScheme}, ${language}`, async ({
    page,
    browser,
  }) => {
    test.slow(true, 'axe reads five pages');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await signIn(page, ADMIN);
    await chooseLanguage(page, language);
    const person = await makePerson(page, { name: 'Grace Hopper' });
    await signedIn(browser, person);
    const open = async (path: string) => {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    };
    const check = async (what: string) => expect(await violations(page), what).toEqual([]);

    await open(person.address);
    await check('a person');
    await button(page, ban).click();
    await check('the dialog of a ban');
    await page.request.post(`/api/users/${person.id}/ban`, { data: { reason: 'Sold borrowed books' } });
    await open(person.address);
    await check('a banned person');
    await open(`${await ownAddress(page)}/update`);
    await check('a role that stays as it is');
    await page.request.delete(`/api/users/${person.id}/ban`);
    await page.request.post(`/api/users/${person.id}/impersonate`);
    await open('/app/account');
    await expect(page.getByRole('complementary')).toBeVisible();
    await check('acting as somebody else');
  });
}
