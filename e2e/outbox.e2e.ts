import { violations } from '@bindery/tools/testing/browser/axe.ts';
import { expect, type Page, test } from '@playwright/test';

/** Requests a code, and returns the number of emails with the address as their recipient. */
async function ask(page: Page, email: string) {
  const data = { email, type: 'sign-in' };
  await page.request.post('/api/auth/email-otp/send-verification-otp', { data });
  await expect
    .poll(
      async () => (await (await page.request.get('/api/outbox', { params: { to: email } })).json()).length,
    )
    .toBeGreaterThan(0);
}

test('the outbox is read by keys, and marks codes that are no longer valid', async ({ page, context }) => {
  await page.clock.install();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const name of ['first', 'second']) await ask(page, `${name}.outbox@example.com`);
  // Other tests send emails too, and a newer one reloads the page.
  await page.route('**/api/outbox', (route) => route.abort());
  await page.goto('/outbox');
  const shown = page.getByRole('article');
  const links = page.getByRole('navigation').getByRole('link');
  await links.filter({ hasText: 'second.outbox@example.com' }).click();
  await expect(shown).toContainText('second.outbox@example.com');
  const recipients = await links.locator('bdi').allTextContents();
  const next = recipients[recipients.indexOf('second.outbox@example.com') + 1]!;
  await page.keyboard.press('j');
  await expect(shown).toContainText(next);
  await expect(links.and(page.locator('[aria-current]'))).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(shown).toContainText('second.outbox@example.com');
  await expect(shown.getByText('Expired')).toBeHidden();
  await page.clock.fastForward('00:30:00');
  await expect(shown.getByText('Expired')).toBeVisible();
  await expect(shown.getByText('30 minutes ago')).toBeVisible();
  await shown.getByRole('button', { name: 'Copy code' }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{6}$/);
});

test('the outbox is accessible, and fits on any screen', { tag: '@phone' }, async ({ page, isMobile }) => {
  // Its colours depend on the theme alone, and its layout on the screen and the direction.
  const [language, theme] = isMobile ? (['ar', 'dark'] as const) : (['en', 'light'] as const);
  await ask(page, `${'long.name.'.repeat(5)}outbox@example.com`);
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(`/outbox?lng=${language}`);
  await expect(page.getByRole('article')).toBeVisible();
  const [mail, list] = await Promise.all([
    page.getByRole('article').boundingBox(),
    page.getByRole('navigation').boundingBox(),
  ]);
  // On phones the email precedes the list.
  if (isMobile) expect(list!.y).toBeGreaterThan(mail!.y + mail!.height);
  else expect(list!.x + list!.width).toBeLessThan(mail!.x);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const [wide, visible] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(wide).toBe(visible);
});
