import { date, defineResources, text } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { describeChanged } from './describe-changed.ts';

const rights = { admin: ['read'] } as const;
const resources = defineResources({
  paperTrails: { fields: { name: text(), due: date() }, rights },
  shelves: { fields: { name: text() }, rights },
});
const baseUrl = 'http://localhost:3000';

test('a migrated table has the address of its list, and the languages that lack some of its texts', () => {
  expect(describeChanged(resources, { tables: ['paper_trails'], baseUrl }).split('\n')).toEqual([
    '  Paper trails: http://localhost:3000/manager/paperTrails',
    '  Texts are missing in en, fr, ar, sw: npm run bindery texts paperTrails -- --write',
    '',
  ]);
  expect(describeChanged(resources, { tables: [], baseUrl })).toBe('');
});

test('several tables that lack texts have one command for all of them', () => {
  const tables = ['paper_trails', 'shelves'];
  expect(describeChanged(resources, { tables, baseUrl }).split('\n')).toEqual([
    '  Paper trails: http://localhost:3000/manager/paperTrails',
    '  Shelves: http://localhost:3000/manager/shelves',
    '  Texts are missing in en, fr, ar, sw: npm run bindery texts -- --write',
    '',
  ]);
});
