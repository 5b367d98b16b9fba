import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import resources from '#resources.config';
import { routes } from '../routes.tsx';
import { firstVisits } from './first-visits.ts';

const frontend = path.resolve(import.meta.dirname, '..');

/** Returns the modules that a route file imports dynamically, each with its namespaces. */
function loadedIn(file: string, ...always: string[]): [module: string, namespaces: string[]][] {
  const text = readFileSync(path.join(frontend, file), 'utf8');
  return [...text.matchAll(/import\('([^']+)'\)((?:, '\w+')*)\)/g)].map(([, module = '', names = '']) => [
    path.join(path.dirname(file), module),
    [...always, ...names.matchAll(/\w+/g)].map(String),
  ]);
}

const inManager = new Map(loadedIn('manager/routes.tsx', 'manager'));
const outsideManager = new Map(loadedIn('routes.tsx'));

/** The panels that the manager lazy-loads into record pages. */
const panels = [
  ...readFileSync(path.join(frontend, 'manager/overrides.ts'), 'utf8').matchAll(
    /import\('\.\/(users\/.+?)'\)/g,
  ),
].map(([, file]) => `manager/${file}`);

const resourceNames = Object.keys(resources);

function addressesOf(table: readonly RouteObject[], above = ''): string[] {
  return table.flatMap(({ path, lazy, children }) => {
    const address = path ? `${above}/${path}` : above;
    if (children) return addressesOf(children, address);
    return lazy || path === '*' ? [address] : [];
  });
}

test('every route with a page has an entry, and so has each resource', () => {
  const generated = addressesOf(routes).filter((address) => address.includes(':resource'));
  const ofResources = resourceNames.flatMap((name) =>
    generated.map((address) => address.replace(':resource', name)),
  );
  const addresses = firstVisits.map(({ address }) => address);
  expect(addresses.sort()).toEqual([...addressesOf(routes), ...ofResources].sort());
});

test('every lazy-loaded route module belongs to a first visit, and the only other modules are panels', () => {
  const modules = new Set(firstVisits.flatMap((visit) => visit.modules));
  expect(modules).toEqual(new Set([...inManager.keys(), ...outsideManager.keys(), ...panels]));
});

test.each(firstVisits)(
  'the namespaces of $address are those that its modules need',
  ({ address, modules, texts }) => {
    const loaded = address.startsWith('/manager') ? inManager : outsideManager;
    const needed = modules.flatMap(
      (module) => loaded.get(module) ?? (panels.includes(module) ? ['account'] : []),
    );
    expect([...texts].sort()).toEqual([...new Set(['common', ...needed])].sort());
  },
);

test("every page with a form preloads the antd locale of the page's language", () => {
  const forms = firstVisits.filter(({ inputs }) => inputs);
  expect(forms).not.toEqual([]);
  const locales = readFileSync(path.join(frontend, 'manager/antd/locale.ts'), 'utf8');
  const loaded = [...locales.matchAll(/(\w\w): \(\) => import\('(.+?)'\)/g)].map(
    ([, language, module = '']) => [language, module.replace('./', 'manager/antd/')],
  );
  for (const { modulesIn } of forms) expect(modulesIn).toEqual(Object.fromEntries(loaded));
});
