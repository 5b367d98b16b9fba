import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readmeOf, removeEntries, removeProperty, replaceProperty } from './edit-source.ts';

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
  test('removes the imports that only they used, and leaves everything else unchanged', () => {
    expect(removeEntries(CONFIG, ['genres', 'books'])).toBe(
      CONFIG.replace(/ {2}genres: \{\n.*\n {2}\},\n/, '')
        .replace(/ {2}books: .*\n/, '')
        .replace('  reference,\n', ''),
    );
  });

  test('leaves the config unchanged if they are already removed', () => {
    expect(removeEntries(CONFIG, ['toString'])).toBe(CONFIG);
  });

  test('works on one line as well', () => {
    const config = `import { defineResources, text } from 'x';\nexport default defineResources({ a: { b: text() }, c: {} });\n`;
    expect(removeEntries(config, ['a'])).toBe(
      `import { defineResources, } from 'x';\nexport default defineResources({ c: {} });\n`,
    );
  });

  test('reports a file without entries', () => {
    expect(() => removeEntries('export default [];', [])).toThrow('has no "export default defineResources(');
  });
});

test('the entries of this project are found', () => {
  const source = readFileSync('resources.config.ts', 'utf8');
  expect(removeEntries(source, ['users'])).not.toBe(source);
});

describe('replacing a property of the product', () => {
  const source = `export default defineProduct({\n  name: 'Bindery', // a name\n  colors: { name: 1 },\n});\n`;

  test('changes only its value', () => {
    expect(replaceProperty(source, 'name', '"Acme"')).toBe(source.replace(`'Bindery'`, '"Acme"'));
  });

  test('accepts texts with dollar signs unchanged', () => {
    expect(replaceProperty(source, 'name', '"$& $1"')).toContain(': "$& $1",');
  });

  test('removes a property with its line, if it is there', () => {
    const rest = removeProperty(
      "export default defineProduct({\n  name: 'A',\n  icon: 'M8 8h9',\n});\n",
      'icon',
    );
    expect(rest).toBe("export default defineProduct({\n  name: 'A',\n});\n");
    expect(removeProperty(rest, 'icon')).toBe(rest);
  });

  test('reports a missing property', () => {
    expect(() => replaceProperty(source, 'toString', '1')).toThrow('product.ts has no "toString"');
    expect(() => replaceProperty('export default [];', 'name', '1')).toThrow(
      'no "export default defineProduct(',
    );
  });
});

const STARTER = `# Bindery

A starter web app in TypeScript.

| ![A list](docs/manager.png) |

## Two commands

    npm start
`;

test('the README of a product describes the product first, and keeps the instructions to run it', () => {
  const description = 'A *conference* for $& <everybody> &amp; all.';
  const made = readmeOf(STARTER, { name: 'Kongamano مؤتمر 🎤', description });
  expect(made).toMatch(
    /^# Kongamano مؤتمر 🎤\n\nA \\\*conference\\\* for \$& \\<everybody\\> \\&amp; all\.\n\nBased on /,
  );
  expect(made).toMatch(/\n\n## Two commands\n\n {4}npm start\n$/);
  expect(made).not.toContain('manager.png');
});

test('a custom README gets another title, and keeps the rest', () => {
  const own = '# Acme\n\nWhat we do.\n\n# More\n';
  expect(readmeOf(own, { name: 'Zeta', description: 'Other.' })).toBe('# Zeta\n\nWhat we do.\n\n# More\n');
});

test('the README of the starter has the head that a product replaces', () => {
  const readme = readFileSync('README.md', 'utf8');
  if (readme.startsWith('# Bindery\n'))
    expect(readmeOf(readme, { name: 'Acme', description: undefined })).not.toMatch(
      /bound together|books in the manager/,
    );
});
