import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { matches } from '#contract/records/rows/matches.ts';
import { fixedValues, rowFilter } from '#contract/records/rows/row-filter.ts';
import { townLibrary } from './town-library.ts';

const textOf = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const withoutIndent = (code: string) => code.replaceAll(/^\s+/gm, '');
const guide = textOf('../../../../docs/roles.md');
const quoted = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);

it.each(quoted)('the guide to roles quotes code that is compiled and tested: %s', (code) => {
  const sources = [textOf('./town-library.ts'), textOf('./clinic.ts')].map(withoutIndent);
  expect(sources.join('\n')).toContain(withoutIndent(code));
});

it('the guide to roles has code of every part', () => expect(quoted).toHaveLength(8));

it('the row filters in the guide do what it says', () => {
  const actor = { id: '01900000-0000-7000-8000-000000000001', role: 'reader', email: 'reader@example.com' };
  const may = (action: 'create' | 'update' | 'delete', record: object, role = 'reader') =>
    matches(rowFilter(townLibrary.loans, { actor: { ...actor, role }, action })!, { ...record });
  const own = { borrower: { id: actor.id, label: 'Me' }, state: 'open', dueOn: null };
  expect(may('update', own)).toBe(true);
  expect(may('update', { ...own, dueOn: '2000-01-01' })).toBe(false);
  expect(may('update', { ...own, dueOn: '9999-12-31' })).toBe(true);
  expect(may('update', { ...own, borrower: null })).toBe(false);
  expect(may('delete', own, 'librarian')).toBe(false);
  expect(fixedValues(rowFilter(townLibrary.loans, { actor, action: 'create' }))).toEqual({
    borrower: actor.id,
    state: 'open',
  });
});
