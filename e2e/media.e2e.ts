import { ADMIN, signIn } from '@bindery/tools/browser';
import { expect, type Locator } from '@playwright/test';
import { test } from './support/shared-page.ts';

/** Returns the colours of an element, and what the system's colours of a selected item are. */
const colorsOf = (element: Locator) =>
  element.evaluate((node) => {
    const of = (one: Element) => {
      const { color, backgroundColor } = getComputedStyle(one);
      return { color, backgroundColor };
    };
    const selected = document.createElement('p');
    selected.style.cssText = 'forced-color-adjust: none; color: HighlightText; background: Highlight';
    document.body.append(selected);
    const colors = { own: of(node), selected: of(selected) };
    selected.remove();
    return colors;
  });

test('with the colours of the system, selected items have those of a selection, and nothing else has', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/manager/account');
  const current = page.getByRole('navigation', { name: 'Manager' }).getByRole('link', { name: 'Account' });
  const theme = page.locator('label:has(input:checked)', { hasText: 'System' });
  for (const item of [current, theme]) {
    const { own, selected } = await colorsOf(item);
    expect(own).toEqual(selected);
  }
  const select = page.getByLabel('Language');
  const { own, selected } = await colorsOf(select);
  expect(own.color).not.toBe(own.backgroundColor);
  expect(own.color).not.toBe(selected.color);
  expect((await colorsOf(page.locator('label', { has: select }))).own).not.toEqual(selected);
});

test('a printed form is without its buttons, and without what they would cover', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/manager/users/new');
  const cancel = page.getByRole('link', { name: 'Cancel' });
  await expect(cancel).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(cancel).toBeHidden();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('the totals of the dashboard have no cut words beside a long figure', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.setViewportSize({ width: 800, height: 900 });
  await page.route('**/api/dashboard*', async (route) => {
    const response = await route.fetch();
    const dashboard = await response.json();
    for (const one of dashboard.totals) Object.assign(one, { total: 1_234_567, created: 123_456 });
    await route.fulfill({ response, json: dashboard });
  });
  await page.goto('/manager/dashboard');
  const trends = page.getByText('+123,456 in 30 days');
  await expect(trends.first()).toBeVisible();
  for (const trend of await trends.all())
    expect(
      await trend.evaluate(
        (node) => node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight),
      ),
    ).toBeLessThan(1.5);
});
