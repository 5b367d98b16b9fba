import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { developerPages } from '@bindery/contract/api/developers/pages.ts';
import { type Pages, productPages } from '@bindery/contract/api/pages.ts';
import { menuNamespaces } from '@bindery/contract/api/preloads.ts';
import { productResources } from '@bindery/contract/api/product.ts';
import {
  extensionNamespaces,
  extensionSlots,
  pages,
  productPreloads,
} from '@bindery/contract/api/read-pages.ts';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { routes } from '#frontend/routes.tsx';
import { pages as pagesOfBrowser } from '#frontend/shell/pages.ts';
import { firstVisits, layouts } from './first-visits.ts';

const resources = productResources();

const engine = path.resolve(import.meta.dirname, '..');
const frontend = path.resolve(engine, '../..');
const addressesOfVisits = firstVisits.map(({ address }) => address);

const importedIn = (file: string, pattern: RegExp) =>
  [...readFileSync(path.join(engine, file), 'utf8').matchAll(pattern)].map(([, module = '']) =>
    path.join(path.dirname(file), module),
  );

function addressesOf(table: readonly RouteObject[]): string[] {
  return table.flatMap(({ path, lazy, children }) => {
    if (children) return addressesOf(children);
    return lazy && path ? [path] : [];
  });
}

test('the browser and Node.js read the same page table, except for preloads, which only the server has', () => {
  const read = Object.entries(pages).map(([address, page]) => [
    address,
    {
      ...page,
      ...(address in productPreloads && {
        calls: undefined,
        queryParameters: undefined,
        generated: undefined,
        inBrowser: undefined,
      }),
    },
  ]);
  expect(pagesOfBrowser).toEqual(Object.fromEntries(read));
});

test('every page of the table has a module and a route, and every route and page module is in the table', () => {
  // Developer pages are not part of a build.
  const all = [...Object.keys(pages), ...Object.keys(developerPages)];
  expect(addressesOf(routes).sort()).toEqual(all.sort());
  const modules = [
    ...globSync(['{sign-in,account,app}/*-page.tsx', 'manager/*/*-page.tsx'], { cwd: engine }),
    ...globSync('extensions/**/*-page.tsx', {
      cwd: frontend,
      exclude: ['extensions/*/manager/{list,show,create,update}-page.tsx'],
    }),
  ];
  // The home page of the app remains in the project if an extension has replaced it.
  const stated = [pages, productPages, developerPages]
    .flatMap((table: Pages) => Object.values(table))
    .map(({ component }) => component);
  expect(modules.sort()).toEqual([...new Set(stated)].sort());
});

test('every page has a first visit, and so has each resource on each generated page', () => {
  const generated = Object.keys(pages).filter((address) => address.includes(':resource'));
  const ofResources = Object.keys(resources).flatMap((name) =>
    generated.map((address) => address.replace(':resource', name)),
  );
  const existing = Object.entries(pages).flatMap(([address, { resource }]) =>
    resource === undefined || resource in resources ? [address] : [],
  );
  expect(addressesOfVisits.toSorted()).toEqual([...existing, ...ofResources, '/*'].sort());
});

test('the layouts of the areas are the ones that the routes load', () => {
  // A developer page is loaded separately, so that builds leave it out; antd's theme only with extension
  // pages.
  const loaded = importedIn('routes.tsx', /import\('([^']+(?<!-page|-theme)\.tsx)'\)/g);
  expect(Object.values(layouts).flat().sort()).toEqual(loaded.sort());
});

test('the visit of a record page includes the panels and the cover of an extension, with their texts and calls', () => {
  const shown = firstVisits.filter(({ address }) => /^\/manager\/\w+\/:id$/.test(address));
  const visited = shown.flatMap(({ modules }) =>
    modules.filter((module) => module.startsWith('extensions/')),
  );
  const stated = Object.entries(extensionSlots).flatMap(([name, { cover = [], panels = [] }]) =>
    [cover, panels].flat().map((module) => `extensions/${name}/${module}`),
  );
  expect(visited).toEqual(expect.arrayContaining(stated));
  const ofUser = shown.find(({ address }) => address === '/manager/users/:id');
  expect(ofUser?.texts).toContain('account');
  expect(ofUser?.panelCalls).toEqual(extensionSlots.users?.calls);
});

test('the texts of every tab are loaded with all pages of the app', () => {
  const tabs = globSync('extensions/*/feature.ts', { cwd: frontend }).map((file) => file.split(path.sep)[1]);
  expect(menuNamespaces(pages, 'app').toSorted()).toEqual(tabs.toSorted());
});

test("every page with a form preloads the antd locale of the page's language", () => {
  const forms = firstVisits.filter(({ inputs }) => inputs);
  expect(forms).not.toEqual([]);
  const locales = readFileSync(path.join(engine, 'manager/antd/antd-theme.tsx'), 'utf8');
  const loaded = [...locales.matchAll(/(\w\w): \(\) => import\('(.+?)'\)/g)].map(
    ([, language, module = '']) => [language, module.replace('./', 'manager/antd/')],
  );
  for (const { modulesIn } of forms) expect(modulesIn).toEqual(Object.fromEntries(loaded));
});

test('the texts of every section of the home page are loaded with it', () => {
  const sections = globSync('frontend/extensions/*/parts/home-section.tsx');
  const withTexts = sections
    .map((file) => file.split(/[\\/]/)[2]!)
    .filter((name) => extensionNamespaces.includes(name));
  const home = firstVisits.find(({ address }) => address === '/app');
  expect(home?.texts).toEqual(expect.arrayContaining(withTexts));
});

test('of the manager, the server renders the generated lists without own parts, and records', () => {
  const rendered = firstVisits.filter(
    ({ address, inBrowser }) => address.startsWith('/manager/') && !inBrowser,
  );
  const lists = Object.keys(resources).filter((name) => !extensionSlots[name]?.list);
  const records = Object.keys(resources).map((name) => `${name}/:id`);
  expect(rendered.map(({ address }) => address)).toEqual(
    [...lists, ...records].map((path) => `/manager/${path}`),
  );
});
