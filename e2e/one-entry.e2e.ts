import { ADMIN_ROLE, USER_ROLE } from '@bindery/tools/testing/browser/roles.ts';
import { ADMIN, signInThrough, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { type APIRequestContext, type Browser, expect, type Page, request, test } from '@playwright/test';
import { createProduct, expectOwnProduct, ROLES_OF_PRODUCT } from './support/created-product.ts';
import { entriesFor, HOOKS } from './support/new-entries.ts';
import { ProjectCopy, type StartedServer } from './support/project-copy.ts';
import { chooseInMenu } from './support/record-menu.ts';
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

test('another entry gets its table from a migration, and another field from a second one', async () => {
  copy.editConfig({
    // Imported under an alias: the config may import some of them already.
    'import {': "import * as kinds from '@bindery/contract';\nimport {",
    'users: {': entriesFor(isStarter ? ROLES_OF_PRODUCT : { admin: ADMIN_ROLE, user: USER_ROLE }),
  });
  copy.write('backend/extensions/contracts/hooks.ts', HOOKS);
  expect(copy.run('backend/tools/src/bindery.ts', 'migration', 'create')).toContain('printing_houses');
  // Migrates a database and adds a record, for much less than a server, which would build the pages twice.
  expect(copy.run('backend/tools/src/bindery.ts', 'seed', 'printingHouses=1')).toContain(
    'printingHouses: 1 in',
  );

  copy.editConfig({ 'site: kinds.url(),': 'site: kinds.url(),\n      presses: kinds.integer({ min: 1 }),' });
  expect(copy.run('backend/tools/src/bindery.ts', 'migration', 'create')).toContain('presses');
  server = await copy.start();
  if (isStarter) await expectOwnProduct(copy, server);
});

test('the field reaches the existing records and the API', async () => {
  const admin = await api(ADMIN);
  const { body } = await admin.call('GET', '/api/printingHouses');
  expect(body).toMatchObject([{ presses: null }]);
  const path = `/api/printingHouses/${body[0].id}`;
  expect((await admin.call('PATCH', path, { presses: 0 })).status).toBe(400);
  expect((await admin.call('PATCH', path, { presses: 310 })).body.presses).toBe(310);
  expect((await admin.call('GET', '/api/printingHouses?presses_gte=300')).body).toHaveLength(1);

  await admin.call('DELETE', path);
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

test('its pages list, create, show, change and delete', async ({ browser }) => {
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
  await page.getByLabel('Presses').fill('311');
  await page.getByRole('button', { name: 'Save' }).click();
  // The form has the text too, until the record's page is shown.
  await expect(page.getByText('Printing house updated')).toBeVisible();
  await expect(main.getByText('Paris, and Dakar.').first()).toBeVisible();
  await expect(main.getByText('311').first()).toBeVisible();

  await page.getByRole('link', { name: 'Printing houses' }).first().click();
  await expect(main.getByRole('link', { name: 'Présence Africaine' })).toBeVisible();
  await main.getByRole('link', { name: 'Présence Africaine' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Présence Africaine');
  await chooseInMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Printing house deleted')).toBeVisible();
  await expect(page.getByText('No printing houses available')).toBeVisible();
});

test('records without a text have the label of their target, and a rule says in the form why it rejects', async ({
  browser,
}) => {
  const admin = await api(ADMIN);
  const { body: printer } = await admin.call('POST', '/api/printingHouses', { name: 'Mkuki na Nyota' });
  const page = await openAsAdmin(browser, '/manager/contracts/new');
  await choose(page, 'Printer', 'Mkuki na Nyota');
  await choose(page, 'Contact', 'admin@example.com');
  const alert = page.getByRole('main').getByRole('alert');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(alert.filter({ hasText: 'A contract begins with its signature' })).toBeVisible();
  await page.getByLabel('Signed').fill('2020-02-02');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Nobody signs on a Sunday')).toBeVisible();
  await expect(page.getByText('A contract begins with its signature')).toHaveCount(0);
  await page.getByLabel('Signed').fill('2020-02-03');
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  const label = 'Mkuki na Nyota – admin@example.com';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(label);
  const [contract] = (await admin.call('GET', '/api/contracts')).body;
  const renewal = await admin.call('POST', '/api/renewals', { contract: contract.id, until: '2030-01-01' });
  expect(renewal.body.contract.label).toBe(label);
  await page.goto(`${server.url}/manager/renewals`);
  await expect(page.getByRole('main').getByRole('link', { name: label }).first()).toBeVisible();

  await page.goto(`${server.url}/manager/printingHouses/${printer.id}`);
  await chooseInMenu(page, 'Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveText(['1 contract', '1 renewal']);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Printing house deleted')).toBeVisible();
  await page.goto(`${server.url}/manager/dashboard`);
  await expect(page.getByRole('link', { name: label }).first()).toBeVisible();
});

test('several references are chosen and dragged into an order, which the record shows', async ({
  browser,
}) => {
  const admin = await api(ADMIN);
  const { body: printer } = await admin.call('POST', '/api/printingHouses', { name: 'Ravensbourne' });
  const signed = { printer: printer.id, signed: '2020-02-04' };
  const { body: contract } = await admin.call('POST', '/api/contracts', signed);
  expect(contract.witnesses).toEqual([]);
  // The first ones of the choice: it shows only a few at once.
  const { body: users } = await admin.call('GET', '/api/users?_sort=email&_end=3');
  const other: string = users.find(({ email }: { email: string }) => email !== ADMIN).email;
  const page = await openAsAdmin(browser, `/manager/contracts/${contract.id}/update`);
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
  await page.getByRole('button', { name: 'Save' }).click();
  // The history names them too.
  const shown = page.getByRole('region', { name: 'Details' }).getByRole('link', { name: /@example\.com$/ });
  await expect(shown).toHaveText([ADMIN, other]);
});
