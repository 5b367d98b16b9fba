import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { entryNames, removeEntries, replaceProperty } from './edit-source.ts';

const CONFIG = `import {
  boolean,
  defineResources,
  reference,
  text,
} from '@bindery/contract/schema/index.ts';
import { integer } from '@bindery/contract/schema/index.ts';

/** All of it: genres, books. */
export default defineResources({
  genres: {
    fields: { name: text({ required: true }) },
  },
  books: { fields: { title: text(), genre: reference('genres') } },
  // The members.
  members: { fields: { name: text(), active: boolean(), age: integer() } },
});
`;

describe('removing entries', () => {
  test('takes the imports along that only they used, and leaves all else as it is', () => {
    expect(removeEntries(CONFIG, ['genres', 'books'])).toBe(
      CONFIG.replace(/ {2}genres: \{\n.*\n {2}\},\n/, '')
        .replace(/ {2}books: .*\n/, '')
        .replace('  reference,\n', ''),
    );
  });

  test('leaves the config alone when they are gone already', () => {
    expect(removeEntries(CONFIG, ['toString'])).toBe(CONFIG);
  });

  test('works on one line as well', () => {
    const config = `import { defineResources, text } from 'x';\nexport default defineResources({ a: { b: text() }, c: {} });\n`;
    expect(removeEntries(config, ['a'])).toBe(
      `import { defineResources, } from 'x';\nexport default defineResources({ c: {} });\n`,
    );
  });

  test('says what is missing in a file that has no entries', () => {
    expect(() => removeEntries('export default {};', [])).toThrow('has no "export default defineResources(');
  });
});

test('the entries of this project are found', () => {
  expect(entryNames(readFileSync('resources.config.ts', 'utf8'))).toContain('users');
});

describe('replacing a property of the product', () => {
  const source = `export default defineProduct({\n  name: 'Bindery', // a name\n  colors: { name: 1 },\n});\n`;

  test('changes its value alone', () => {
    expect(replaceProperty(source, 'name', '"Acme"')).toBe(source.replace(`'Bindery'`, '"Acme"'));
  });

  test('takes texts with dollar signs as they are', () => {
    expect(replaceProperty(source, 'name', '"$& $1"')).toContain(': "$& $1",');
  });

  test('says what there is none of', () => {
    expect(() => replaceProperty(source, 'toString', '1')).toThrow('product.ts has no "toString"');
    expect(() => replaceProperty('export default {};', 'name', '1')).toThrow(
      'no "export default defineProduct(',
    );
  });
});
