import { violations } from '@bindery/tools/testing/browser/axe.ts';
import { ADMIN, signIn } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Page, test as testInOwnPage } from '@playwright/test';
import { test } from './support/shared-page.ts';

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

// It may use the clipboard.
testInOwnPage(
  'the outbox is read by keys, and marks codes that are no longer valid',
  async ({ page, context }) => {
    await page.clock.install();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const name of ['first', 'second']) await ask(page, `${name}.outbox@example.com`);
    // Other tests send emails too, and a newer one reloads the page.
    await page.route('**/api/outbox', (route) => route.abort());
    await page.goto('/outbox');
    const shown = page.getByRole('article');
    const list = page.getByRole('navigation');
    const links = list.getByRole('link');
    await links.filter({ hasText: 'second.outbox@example.com' }).click();
    await expect(shown).toContainText('second.outbox@example.com');
    const [listBox, mailBox] = await Promise.all([list.boundingBox(), shown.boundingBox()]);
    expect(listBox!.x + listBox!.width).toBeLessThan(mailBox!.x);
    expect(await violations(page)).toEqual([]);
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
  },
);

test('the outbox is accessible, and fits on a phone', { tag: '@phone-only' }, async ({ page }) => {
  // Its colours depend on the theme alone, and its layout on the screen and the direction.
  const recipient = `${'long.name.'.repeat(5)}outbox@example.com`;
  await ask(page, recipient);
  // Other tests send emails too, and a newer one reloads the page.
  await page.route('**/api/outbox', (route) => route.abort());
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/outbox?lng=ar');
  const list = page.getByRole('navigation');
  const mail = page.getByRole('article');
  const item = list.getByRole('link').filter({ hasText: recipient }).first();
  // Its address is not cut, and starts below the subject.
  const [address, subject, time] = await Promise.all(
    ['bdi', 'b', 'time'].map((part) => item.locator(part).boundingBox()),
  );
  expect(await item.locator('bdi').evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  expect(address!.y).toBeGreaterThanOrEqual(subject!.y + subject!.height);
  expect(time!.y).toBeGreaterThanOrEqual(address!.y + address!.height);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  // The list is first, and then the email that was chosen.
  await expect(mail).toBeHidden();
  await item.click();
  await expect(mail).toBeVisible();
  await expect(list).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toBe(0);
  const code = page.frameLocator('iframe').getByText(/^\d{6}$/);
  const { height, line, wide } = await code.evaluate((cell) => ({
    height: cell.clientHeight,
    line: Number.parseFloat(getComputedStyle(cell).lineHeight),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  // One line and the space around it.
  expect(height).toBeLessThan(2 * line + 16);
  expect(wide).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'All emails' }).click();
  await expect(list).toBeVisible();
});

/** Returns by how many pixels the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('an email is as wide as a small phone, however long the names and the address in it', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const email = `${'w'.repeat(60)}@${crypto.randomUUID()}.department.example.com`;
  const created = await page.request.post('/api/users', { data: { email, name: 'W'.repeat(60) } });
  expect(created.status()).toBe(201);
  const mails = async () => (await page.request.get('/api/outbox', { params: { to: email } })).json();
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [mail] = await mails();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.setContent(mail.html);
  expect(mail.text).toContain(email);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
