import { readFileSync } from 'node:fs';
import { productRoot } from '@bindery/contract/api/product.ts';
import { kindNames } from '@bindery/contract/schema/fields/kinds.ts';
import { fieldKind } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { CommandError } from '../command.ts';
import { REFERENCE_FILE, referencePage } from './page.ts';
import { printReference } from './print-reference.ts';
import { docstringBefore, parseFile, readInterface } from './read-interface.ts';
import { readReference } from './reference.ts';

const parts = readReference(productRoot());
const part = (name: string) => parts.find((one) => one.name === name)!;

test('the page with the reference is up to date', () => {
  const written = readFileSync(REFERENCE_FILE, 'utf8').replaceAll('\r\n', '\n');
  expect(written, 'run `npm run resource docs -- --write`').toBe(referencePage());
});

test('every option of an entry has a docstring', () => {
  const silent = parts.flatMap(({ name, options }) =>
    options.filter(({ text }) => text === '').map((option) => `${name}.${option.name}`),
  );
  expect(silent, 'say what these do in contract/engine/src/schema').toEqual([]);
});

test('every kind of field is there, with each of its own options', () => {
  expect(parts.filter(({ isKind }) => isKind).map(({ name }) => name)).toEqual(kindNames());
  for (const kind of kindNames()) {
    // What a builder takes as an argument of its own is no option.
    const own = Object.keys(fieldKind(kind).options).filter((name) => name !== 'to' && name !== 'values');
    expect(
      part(kind)
        .options.map(({ name }) => name)
        .sort(),
    ).toEqual(own.sort());
  }
});

test('the defaults of a kind are those that it has', () => {
  const defaults = Object.fromEntries(part('text').options.map((option) => [option.name, option.default]));
  expect(defaults).toMatchObject({ max: '255', search: 'false', min: undefined });
});

test('a name prints its part, or the option wherever it is one', () => {
  expect(printReference(['text'])).toMatch(/^### `text`\n\nA text of one line/);
  const layout = printReference(['layout']);
  expect(layout).toContain('**`layout`**');
  expect(layout).toContain('**`columns`**: `1 | 2`, default `1`');
});

test.each(['layot', '__proto__', 'constructor', 'ü'.repeat(255), ''])('%j is no name of a part', (name) => {
  expect(() => printReference([name])).toThrow(CommandError);
});

test('prose fits 80 columns', () => {
  const prose = printReference([])
    .split('\n')
    .filter((line) => !/^\s*(- \*\*|Example: )/.test(line));
  expect(prose.filter((line) => line.length > 80)).toEqual([]);
});

test('a docstring is that of the member right behind it', () => {
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
