import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readmeOf } from './readme.ts';

const STARTER = `# Bindery

A starter web app in TypeScript.

| ![A list](docs/manager.png) |

## Two commands

    npm start
`;

test('the README of a product describes the product first, and keeps the instructions to run it', () => {
  const description = 'A *conference* for $& <everybody>.';
  const made = readmeOf(STARTER, { name: 'Kongamano مؤتمر 🎤', description });
  expect(made).toMatch(
    /^# Kongamano مؤتمر 🎤\n\nA \\\*conference\\\* for \$\\& \\<everybody\\>\.\n\nBased on /,
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
