import { ADMIN_ROLE, USER_ROLE } from '@bindery/tools/testing/browser/roles.ts';
import { ADMIN, signInThrough, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { type APIRequestContext, type Browser, expect, type Page, request, test } from '@playwright/test';
import { createProduct, expectOwnProduct, ROLES_OF_PRODUCT } from './support/created-product.ts';
import { entriesFor, HOOKS } from './support/new-entries.ts';
import { ProjectCopy, type StartedServer } from './support/project-copy.ts';
import { isStarter } from './support/starter.ts';

// A build and a start are slow on a busy machine. Waiting for a page or a response has a separate limit.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

let copy: ProjectCopy;
let server: StartedServer;

test.beforeAll(async () => {
  copy = new ProjectCopy();
  await copy.prepareDatabase();
});

test.afterAll(async () => {
  await server?.stop();
  copy.remove();
});

/** Returns a client of the copy's API, signed in with an address; without one, not signed in. */
const api = async (email?: string) => {
  const context = await request.newContext({ baseURL: server.url, extraHTTPHeaders: { origin: server.url } });
  if (email) await signInThrough(context, email);
  return {
    context,
    call: (method: string, path: string, data?: object) => call(context, method, path, data),
  };
};

async function call(context: APIRequestContext, method: string, path: string, data?: object) {
  const response = await context.fetch(path, { method, ...(data && { data }) });
  const text = await response.text();
  return { status: response.status(), body: text ? JSON.parse(text) : undefined };
}

let ofAdmin: Page | undefined;

/** Opens a page of the copy as its admin, all in one page: a new one would compile all scripts again. */
async function openAsAdmin(browser: Browser, path: string): Promise<Page> {
  if (!ofAdmin) {
    const { context } = await api(ADMIN);
    ofAdmin = await browser.newPage({ storageState: await context.storageState() });
  }
  await ofAdmin.goto(server.url + path);
  return ofAdmin;
}

/**
 * Opens a select by keyboard, which also works if the selected value covers it. Waits until it has closed: a
 * chosen option can move the select, and with it the options that the next choice opens.
 */
async function choose(page: Page, label: string, option: string) {
  const options = page.locator('.ant-select-dropdown').filter({ visible: true });
  await page.getByLabel(label).press('ArrowDown');
  await options.getByTitle(option, { exact: true }).click();
  await expect(options).toHaveCount(0);
}

test('one command creates a product, which grows with folders', () => {
  test.skip(!isStarter, 'another product may differ');
  createProduct(copy);
});

test('other entries get their tables from a migration', async () => {
  copy.editConfig({
    // Imported under an alias: the config may import some of them already.
    'import {': "import * as kinds from '@bindery/contract';\nimport {",
    'users: {': entriesFor(isStarter ? ROLES_OF_PRODUCT : { admin: ADMIN_ROLE, user: USER_ROLE }),
  });
  copy.write('backend/extensions/contracts/hooks.ts', HOOKS);
  expect(copy.run('backend/tools/src/bindery.ts', 'migration', 'create')).toContain('printing_houses');
  server = await copy.start();
  if (isStarter) await expectOwnProduct(copy, server);
});

test('its endpoints enforce its rights and its rules', async () => {
  const [stranger, user, admin] = [await api(), await api(USER), await api(ADMIN)];
  const [contact] = (await admin.call('GET', '/api/users?_end=1')).body;

  expect((await stranger.call('GET', '/api/printingHouses')).status).toBe(401);
  expect((await user.call('GET', '/api/printingHouses')).status).toBe(200);
  expect((await user.call('POST', '/api/printingHouses', { name: 'Heinemann' })).status).toBe(403);

  const made = await admin.call('POST', '/api/printingHouses', {
    name: ' Heinemann ',
    founded: 1890,
    contact: contact.id,
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Heinemann',
      country: 'KE',
      founded: 1890,
      active: true,
      site: null,
      contact: { label: contact.email },
    },
  });
  expect(await admin.call('POST', '/api/printingHouses', { name: 'Heinemann' })).toMatchObject({
    status: 409,
    body: { errors: { name: [{ key: 'errors.uniqueTogether' }] } },
  });
  expect(
    await admin.call('POST', '/api/printingHouses', { name: 'X', founded: 12, site: 'javascript:1' }),
  ).toMatchObject({
    status: 400,
    body: { errors: { founded: [{ key: 'errors.tooSmall' }], site: [{ key: 'errors.invalidUrl' }] } },
  });
  const path = `/api/printingHouses/${made.body.id}`;
  expect((await user.call('GET', path)).body.name).toBe('Heinemann');
  expect((await user.call('PATCH', path, { name: 'Mine' })).status).toBe(403);
  expect((await admin.call('PATCH', path, { country: 'EG' })).body.country).toBe('EG');
  expect(
    (await admin.call('GET', '/api/printingHouses?q=HEINE&country=EG&founded_gte=1800')).body,
  ).toHaveLength(1);
  expect((await user.call('DELETE', path)).status).toBe(403);
  expect((await admin.call('DELETE', path)).status).toBe(204);
  expect((await admin.call('GET', path)).status).toBe(404);
});

// Deleting a record is in books/manager.e2e.ts.
test('its pages list, create, show and change', async ({ browser }) => {
  const page = await openAsAdmin(browser, '/manager/users');
  await page.getByRole('link', { name: 'Printing houses' }).click();
  await expect(page.getByText('No printing houses available')).toBeVisible();

  await page.getByRole('link', { name: 'New printing house' }).first().click();
  await page.getByLabel('Name').fill('Présence Africaine');
  await choose(page, 'Country', 'FR');
  await page.getByLabel('Founded').fill('12');
  await page.getByLabel('Site').fill('https://www.presenceafricaine.com/');
  await choose(page, 'Contact', 'admin@example.com');
  await page.getByLabel('Notes').fill('Paris.');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const tooEarly = page.getByText('Founded must be at least 1400');
  await expect(tooEarly).toBeVisible();
  await page.getByLabel('Founded').fill('1949');
  // What is below it has moved.
  await expect(tooEarly).toHaveCount(0);
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Présence Africaine');
  await expect(main.getByRole('link', { name: 'admin@example.com' })).toBeVisible();
  await expect(main.getByText('1949').first()).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Notes').fill('Paris, and Dakar.');
  await page.getByRole('button', { name: 'Save' }).click();
  // The form has the text too, until the record's page is shown.
  await expect(page.getByText('Printing house updated')).toBeVisible();
  await expect(main.getByText('Paris, and Dakar.').first()).toBeVisible();

  await page.getByRole('link', { name: 'Printing houses' }).first().click();
  await expect(main.getByRole('link', { name: 'Présence Africaine' })).toBeVisible();
});

test('a rule says in the form why it rejects, and several references are dragged into an order, which the record shows', async ({
  browser,
}) => {
  const admin = await api(ADMIN);
  // The first ones of the choice: it shows only a few at once.
  const { body: users } = await admin.call('GET', '/api/users?_sort=email&_end=3');
  const other: string = users.find(({ email }: { email: string }) => email !== ADMIN).email;
  const page = await openAsAdmin(browser, '/manager/contracts/new');
  await choose(page, 'Printer', 'Présence Africaine');
  await choose(page, 'Contact', 'admin@example.com');
  const alert = page.getByRole('main').getByRole('alert');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(alert.filter({ hasText: 'A contract begins with its signature' })).toBeVisible();
  await page.getByLabel('Signed').fill('2020-02-02');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Nobody signs on a Sunday')).toBeVisible();
  await expect(page.getByText('A contract begins with its signature')).toHaveCount(0);
  await page.getByLabel('Signed').fill('2020-02-03');
  await expect(page.getByText('Nobody signs on a Sunday')).toHaveCount(0);

  const chosen = page.getByRole('list', { name: 'Chosen, in order' }).getByRole('listitem');
  await choose(page, 'Witnesses', other);
  await expect(chosen).toHaveText([other]);
  await choose(page, 'Witnesses', ADMIN);
  await expect(chosen).toHaveText([other, ADMIN]);
  const [first, last] = [(await chosen.first().boundingBox())!, (await chosen.last().boundingBox())!];
  await page.mouse.move(last.x + 16, last.y + 20);
  await page.mouse.down();
  await page.mouse.move(first.x + 16, first.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(chosen).toHaveText([ADMIN, other]);
  // Downwards too, which moves the dragged one in the document.
  await page.mouse.move(first.x + 16, first.y + 20);
  await page.mouse.down();
  for (const y of [last.y + 20, first.y + 10, last.y + 20, first.y + 10, last.y + 20])
    await page.mouse.move(first.x + 16, y, { steps: 3 });
  await page.mouse.move(first.x + 16, last.y + 30);
  await page.mouse.up();
  await expect(chosen).toHaveText([other, ADMIN]);
  await page.getByRole('button', { name: `Move ${ADMIN} up` }).click();
  await expect(chosen).toHaveText([ADMIN, other]);
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  // A record without a text has the labels of its targets, and so has what refers to it.
  const label = 'Présence Africaine – admin@example.com';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(label);
  const shown = page.getByRole('region', { name: 'Details' }).getByRole('link', { name: /@example\.com$/ });
  await expect(shown).toHaveText(['admin@example.com', ADMIN, other]);
  const [contract] = (await admin.call('GET', '/api/contracts')).body;
  const renewal = await admin.call('POST', '/api/renewals', { contract: contract.id, until: '2030-01-01' });
  expect(renewal.body.contract.label).toBe(label);
});
