import { date, defineResources, text } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { describeChanged } from './describe-changed.ts';

const rights = { admin: ['read'] } as const;
const resources = defineResources({
  paperTrails: { fields: { name: text(), due: date() }, rights },
  shelves: { fields: { name: text() }, rights },
});
const baseUrl = 'http://localhost:3000';

test('a migrated table has the address of its list, and the number of texts that each language lacks', () => {
  expect(describeChanged(resources, { tables: ['paper_trails'], baseUrl }).split('\n')).toEqual([
    '  Paper trails: http://localhost:3000/manager/paperTrails',
    '  Missing texts: en 4, fr 4, ar 4, sw 4. To add them in English, and translate them there:',
    '    npm run bindery texts paperTrails -- --write',
    '',
    '',
  ]);
  expect(describeChanged(resources, { tables: [], baseUrl })).toBe('');
});
