import { expect, type Page, test } from '@playwright/test';
import { addressOf, views } from './pages.ts';
import { ADMIN, signIn, USER } from './sign-in.ts';
import { visit } from './visit.ts';

/** What is asked for by code, or because of what stands in another file: not directly after the document. */
async function askedLater(page: Page): Promise<string[]> {
  const paths: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const byFile = initiator.url !== undefined && /\.(js|css)$/.test(initiator.url);
    if (initiator.type === 'script' || byFile) paths.push(new URL(request.url).pathname);
  });
  return paths;
}

const view = (name: string) => views.find((one) => one.name === name)!;

for (const language of ['en', 'ar'] as const) {
  test(`login is asked for at once in ${language}`, async ({ page }) => {
    const asked = await askedLater(page);
    await visit(page, view('login'), language);
    expect(asked).toEqual([]);
  });

  test(`books and a book are asked for at once in ${language}, with their data`, async ({ page }) => {
    await signIn(page, USER);
    const asked = await askedLater(page);
    for (const name of ['app books', 'app books searched', 'app books not found', 'app book']) {
      await visit(page, view(name), language);
      expect(asked, name).toEqual([]);
    }
  });

  test(`the manager is asked for at once in ${language}, and only its records after that`, async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    const asked = await askedLater(page);
    await visit(page, view('books'), language);
    expect(asked).toEqual(['/api/books']);
  });
}

test('what came with the page is shown once, and read anew on a later visit', async ({ page }) => {
  await signIn(page, USER);
  await page.goto('/app/books');
  await expect(page.getByText(/^Showing 20 of /)).toBeVisible();
  const readAnew = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/books');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Welcome' }).waitFor();
  await page.getByRole('link', { name: 'Books', exact: true }).first().click();
  await readAnew;
  await expect(page.getByText(/^Showing 20 of /)).toBeVisible();
});

test('a book that is not there is so at once, for programs too', async ({ page }) => {
  await signIn(page, USER);
  const there = await addressOf(view('app book'), page.context().request);
  expect((await page.goto(there))?.status()).toBe(200);
  const asked = await askedLater(page);
  const answer = await page.goto('/app/books/01890000-0000-7000-8000-000000000000');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found');
  expect(asked).toEqual([]);
});
