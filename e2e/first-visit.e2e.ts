import { expect, type Page, test } from '@playwright/test';
import { addressOf, type Visitor, views, visitors } from './pages.ts';
import { ADMIN, newcomer, signIn, USER } from './sign-in.ts';
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

const ADDRESSES: Record<Visitor, string | undefined> = {
  stranger: undefined,
  newcomer: newcomer(),
  user: USER,
  admin: ADMIN,
};

for (const visitor of visitors) {
  // In Arabic, because English is what parts of antd speak without a file.
  test(`everything that a page needs is asked for at once: pages of a ${visitor}`, async ({ page }) => {
    const address = ADDRESSES[visitor];
    if (address) await signIn(page, address);
    const asked = await askedLater(page);
    const unused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('preload')) unused.push(message.text());
    });
    for (const one of views.filter(({ by, open }) => by === visitor && !open)) {
      await visit(page, one, 'ar');
      expect.soft(asked.splice(0), one.name).toEqual([]);
    }
    expect(unused).toEqual([]);
  });
}

test('a list asks for what its address says at once', async ({ page }) => {
  await signIn(page, ADMIN);
  const asked = await askedLater(page);
  const address =
    '/manager/books?searchTerm=the+(old)&_sort=author&_order=desc&title_like=a%27b&createdAt_gte=2020-01-01T00%3A00%3A00.000Z';
  await visit(page, { ...view('books'), address }, 'en');
  expect(asked).toEqual([]);
});

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
