import { productRoot } from '@bindery/contract/api/product.ts';
import { fieldKind } from '@bindery/contract/schema/index.ts';
import { kindNames } from '@bindery/contract/schema/kinds.ts';
import { expect, test } from 'vitest';
import { readReference, referencePage } from './support/entry-reference.ts';
import { docstringBefore, parseFile, readInterface } from './support/read-interface.ts';

const parts = readReference(productRoot());
const part = (name: string) => parts.find(({ kind }) => kind === name)!;

test('the page with the reference is up to date (npm run test:unit -- --update writes it)', async () => {
  await expect(referencePage()).toMatchFileSnapshot('../docs/entry-reference.md');
});

test('every option of an entry has a docstring', () => {
  const silent = parts.flatMap(({ title, options }) =>
    options.filter(({ text }) => text === '').map((option) => `${title}.${option.name}`),
  );
  expect(silent, 'say what these do in contract/engine/src/schema').toEqual([]);
});

test('the reference has every kind of field, with each of its own options', () => {
  expect(parts.flatMap(({ kind }) => kind ?? [])).toEqual(kindNames());
  for (const kind of kindNames()) {
    // The arguments of a builder are not options.
    const own = Object.keys(fieldKind(kind).options).filter((name) => name !== 'to' && name !== 'values');
    expect(
      part(kind)
        .options.map(({ name }) => name)
        .sort(),
    ).toEqual(own.sort());
  }
});

test('the reference has the defaults of each kind', () => {
  const defaults = Object.fromEntries(part('text').options.map((option) => [option.name, option.default]));
  expect(defaults).toMatchObject({ max: '255', search: 'false', min: undefined });
});

test('a docstring belongs to the member right behind it', () => {
  const file = parseFile(
    'a.ts',
    `/** Far away. */
const other = 1;
export interface Options extends Omit<Common, 'sort'> {
  /* No docstring. */
  readonly a: string;
  // Neither.
  readonly b?: readonly (keyof F & string)[];
  /**
   * Two
   * lines, an address a@example.com.
   * @default 5
   * @example c: 7
   */
  readonly c?: number;
}
`,
  );
  const { options, without, doc } = readInterface(file, 'Options')!;
  expect(readInterface(file, 'Others')).toBeUndefined();
  expect(readInterface(file, 'other')).toBeUndefined();
  expect(doc.text).toBe('');
  expect(without).toEqual(['sort']);
  expect(options).toMatchObject([
    { name: 'a', text: '', isRequired: true },
    { name: 'b', text: '', type: 'field[]' },
    { name: 'c', text: 'Two\nlines, an address a@example.com.', default: '5', example: 'c: 7' },
  ]);
  expect(docstringBefore(file, 0)).toEqual({ text: '', tags: {} });
});
