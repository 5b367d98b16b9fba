import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { areas, existingPages } from '@bindery/contract/api/pages.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { longAddress } from './long-data.ts';
import { pages, resources } from './product.ts';
import { adminMay } from './roles.ts';

/** The kinds of visitors. A newcomer has signed in but not entered a name yet. */
export const visitors = ['stranger', 'newcomer', 'user', 'admin'] as const;
/** The visitor of a view: one of the kinds of visitors above. */
export type Visitor = (typeof visitors)[number];

/** A page of the product as seen by a kind of visitor. */
export interface View {
  readonly name: string;
  readonly by: Visitor;
  /** Its path, in which `:id` is a placeholder for a record of the preceding resource. */
  readonly address: string;
  /** Opens content that the address alone does not show, without texts: pages may be in any language. */
  readonly open?: (page: Page) => Promise<void>;
  /** A selector (CSS) of the content after its heading. */
  readonly shows?: string;
  /** Waits for a page's delayed work, which leaving would interrupt. Its requests do not count as late. */
  readonly later?: (page: Page) => Promise<unknown>;
  /** The status of the response, if not 200. */
  readonly status?: number;
  /**
   * No view of the product describes it: it may send requests that its table cannot state, such as a query
   * with the current day, and shows a record that the visitor may read.
   */
  readonly isOwn?: true;
}

/** What error pages draw last. */
const DRAWING = '[data-error-page] svg';
/** The button of an error page that is loaded after it. */
const OTHER_ACCOUNT = '[data-error-page]:has(svg) p + button';

const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
const click = (selector: string) => (page: Page) => page.locator(selector).filter({ visible: true }).click();

const login: View[] = [
  { name: 'login', by: 'stranger', address: '/login' },
  { name: 'login with an empty form sent', by: 'stranger', address: '/login', open: click('[type=submit]') },
  { name: 'code', by: 'stranger', address: `/login/verify?email=${longAddress()}` },
  { name: 'no account', by: 'stranger', address: '/login/error?error=signup_disabled' },
  { name: 'not found', by: 'stranger', address: '/no/such/page', status: 404, shows: DRAWING },
  { name: 'onboarding', by: 'newcomer', address: '/app' },
];

const app: View[] = [
  { name: 'app', by: 'admin', address: '/app' },
  { name: 'app without the manager', by: 'user', address: '/app' },
  { name: 'app account', by: 'user', address: '/app/account' },
  {
    name: 'app account changing the name',
    by: 'user',
    address: '/app/account',
    open: (page) => page.locator('main [aria-labelledby=user] button').first().click(),
    shows: 'dialog',
  },
];

const manager: View[] = [
  {
    name: 'no access',
    by: 'user',
    address: '/manager',
    status: 403,
    shows: OTHER_ACCOUNT,
    later: (page) => page.locator(OTHER_ACCOUNT).waitFor(),
  },
  { name: 'dashboard', by: 'admin', address: '/manager/dashboard' },
  {
    name: 'account menu',
    by: 'admin',
    address: '/manager/dashboard',
    open: click('header:not(main header) [popovertarget]'),
    shows: '[popover=auto]:popover-open select',
  },
  {
    name: 'command palette',
    by: 'admin',
    address: '/manager/dashboard',
    open: press('ControlOrMeta+k'),
    shows: 'dialog',
  },
  { name: 'history', by: 'admin', address: '/manager/history' },
  { name: 'manager account', by: 'admin', address: '/manager/account' },
  { name: 'manager not found', by: 'admin', address: '/manager/nothing', status: 404, shows: DRAWING },
];

const NOWHERE = 'zzzzzz';

/** Searches in the open list, without loading the page again. */
async function findNothing(page: Page) {
  // The columns may be open above the field.
  await page.keyboard.press('Escape');
  await page.locator('main search input').fill(NOWHERE);
  await page.keyboard.press('Enter');
  await page.locator('main [data-empty]').waitFor();
}

/** Returns the manager pages of a resource, by the rights of an admin. */
function pagesOf({ name, singular, search }: Resource): View[] {
  const by = 'admin';
  const list = { name, by, address: `/manager/${name}` } as const;
  const record = { name: singular, by, address: `/manager/${name}/:id` } as const;
  const may = (action: string) => adminMay(singular, action);
  return [
    list,
    {
      ...list,
      name: `${name} filtered`,
      open: click('main [data-beside-search]'),
      shows: 'main [popover]:popover-open form',
    },
    {
      ...list,
      name: `${name} menu`,
      open: async (page) => {
        // On a phone, the filters may be open above the button.
        await page.keyboard.press('Escape');
        await click('main [data-beside-search] ~ [aria-haspopup=menu]')(page);
      },
      shows: '[role=menu]',
    },
    {
      ...list,
      name: `${name} columns`,
      // They have a button, except on phones and in lists with few columns: there they are in the menu.
      open: async (page) => {
        const button = page.locator('main [data-beside-search] ~ [popovertarget]').filter({ visible: true });
        if ((await button.count()) === 0) return page.getByRole('menuitem').nth(1).click();
        await page.keyboard.press('Escape');
        await button.click();
      },
      shows: 'main :is([popover]:popover-open, dialog) [role=status]',
    },
    {
      ...list,
      name: `${name} not found`,
      ...(search.length > 0 ? { open: findNothing } : { address: `${list.address}?searchTerm=${NOWHERE}` }),
    },
    record,
    ...(may('create')
      ? [
          {
            ...list,
            name: `new ${singular}`,
            address: `/manager/${name}/new`,
            shows: 'main form:has(input):not(:has([aria-busy=true]))',
          },
          {
            ...list,
            name: `${name} imported`,
            address: `/manager/${name}/import`,
            shows: 'main small',
          },
        ]
      : []),
    ...(may('update')
      ? [
          {
            ...record,
            name: `${singular} changed`,
            address: `${record.address}/update`,
            shows: 'main form:has(input):not(:has([aria-busy=true]))',
          },
        ]
      : []),
    ...(may('delete')
      ? [
          {
            ...record,
            name: `${singular} deleted`,
            open: async (page: Page) => {
              await click('main header [aria-haspopup=menu]')(page);
              await click('main header [role=menuitem]:last-child')(page);
            },
            shows: 'dialog',
          },
        ]
      : []),
  ];
}

/** Reads the views of each feature of the app from its folder, `e2e/<feature>/views.ts`. */
const viewsOfFeatures = async (): Promise<View[]> => {
  const folder = join(productRoot(), 'e2e');
  const files = globSync('*/views.ts', { cwd: folder, exclude: ['support/**'] }).sort();
  const modules = files.map(
    (file): Promise<{ views: View[] }> => import(pathToFileURL(join(folder, file)).href),
  );
  return (await Promise.all(modules)).flatMap(({ views }) => views);
};

const described = [...login, ...app, ...(await viewsOfFeatures()), ...manager];

const VISITORS = {
  everyone: 'stranger',
  signedOut: 'stranger',
  signedIn: 'user',
  managers: 'admin',
} as const;

/** Returns a view of each page that no view describes, so that none goes untested. */
const otherPages = Object.entries(existingPages(pages, resources))
  .filter(([address, { generated }]) => !generated && !described.some((view) => pathOf(view) === address))
  .map(
    ([address, { area, signedIn, right }]): View => ({
      name: address,
      by: area === 'public' && (signedIn || right) ? 'admin' : VISITORS[areas[area].access],
      address,
      isOwn: true,
    }),
  );

/** Every page of the product; those of a resource are derived from its entry. */
export const views: readonly View[] = [
  ...described,
  ...otherPages,
  ...Object.values<Resource>(resources).flatMap(pagesOf),
];

function pathOf({ address }: View) {
  return address.split('?')[0];
}

const recordIn = (address: string) => address.match(/(\w+)\/:id/)?.[1];

/**
 * Replaces `:id` with a record that the visitor may read: the last of the first two, as the first may be
 * their own user. Returns undefined if the resource has no record.
 */
export async function addressOf({ address }: View, request: APIRequestContext): Promise<string | undefined> {
  const resource = recordIn(address);
  if (!resource) return address;
  const response = await request.get(`/api/${resource}?_start=0&_end=2`);
  const record = response.ok() ? (await response.json()).at(-1) : undefined;
  return record && address.replace(':id', record.id);
}

/** Returns the same view of given records, unless its visitor may not read them. */
export const viewOf = (view: View, ids: Readonly<Record<string, string>>): View => ({
  ...view,
  address: view.isOwn
    ? view.address
    : view.address.replace(':id', ids[recordIn(view.address) ?? ''] ?? ':id'),
});
