import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { bookListAddress } from '../app/books/book.ts';
import { routes } from '../routes.tsx';
import { firstVisits } from './first-visits.ts';

const frontend = path.resolve(import.meta.dirname, '..');

/** The modules that a file of routes loads, each with the namespaces of its texts. */
function loadedIn(file: string, ...always: string[]): [module: string, namespaces: string[]][] {
  const text = readFileSync(path.join(frontend, file), 'utf8');
  return [...text.matchAll(/import\('([^']+)'\)((?:, '\w+')*)\)/g)].map(([, module = '', names = '']) => [
    path.join(path.dirname(file), module),
    [...always, ...names.matchAll(/\w+/g)].map(String),
  ]);
}

const inManager = new Map(loadedIn('manager/routes.tsx', 'manager'));
const elsewhere = new Map(loadedIn('routes.tsx'));

function addressesOf(table: readonly RouteObject[], above = ''): string[] {
  return table.flatMap(({ path, lazy, children }) => {
    const address = path ? `${above}/${path}` : above;
    if (children) return addressesOf(children, address);
    return lazy || path === '*' ? [address] : [];
  });
}

test('every address with a page has its entry', () => {
  expect(firstVisits.map(({ address }) => address).sort()).toEqual(addressesOf(routes).sort());
});

test('every module that the routes load belongs to a first visit, and no other one', () => {
  const modules = new Set(firstVisits.flatMap((visit) => visit.modules));
  expect(modules).toEqual(new Set([...inManager.keys(), ...elsewhere.keys()]));
});

test.each(firstVisits)(
  'the texts of $address are those that its modules need',
  ({ address, modules, texts }) => {
    const loaded = address.startsWith('/manager') ? inManager : elsewhere;
    const needed = modules.flatMap((module) => loaded.get(module) ?? []);
    expect([...texts].sort()).toEqual([...new Set(['common', ...needed])].sort());
  },
);

test('the first calls for books are the ones that the pages make', () => {
  const books = firstVisits.find(({ address }) => address === '/app/books');
  expect(books?.data).toBe(bookListAddress({ searchTerm: '' }));
  expect(bookListAddress({ searchTerm: 'a b' })).toBe(`${books?.data}&q=a+b`);
  expect(books?.asked).toEqual({ q: 'searchTerm' });
});
