import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bookListAddress } from '../app/books/book.ts';
import { firstVisits } from './first-visits.ts';

const frontend = path.resolve(import.meta.dirname, '..');
const modules = new Set(firstVisits.flatMap((visit) => visit.modules));

test('every page that the light routes load is a first visit, and its module is there', () => {
  const routes = readFileSync(path.join(frontend, 'routes.tsx'), 'utf8');
  const loaded = [...routes.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, module]) => module);
  expect([...modules].sort()).toEqual(loaded.sort());
  expect([...modules].filter((module) => !existsSync(path.join(frontend, module)))).toEqual([]);
});

test('the first call for books is the one that the page makes', () => {
  const books = firstVisits.find(({ address }) => address === '/app/books');
  expect(books?.data).toBe(bookListAddress({ searchTerm: '' }));
});
