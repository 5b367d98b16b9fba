import { expect, test } from 'vitest';
import { parseCommandLine } from '#tools/resource-commands/command.ts';
import { OPTIONS, readOptions, USAGE } from './options.ts';

const optionsOf = (args: readonly string[]) =>
  readOptions(parseCommandLine(args, { usage: USAGE, options: OPTIONS }).values);

test.each([
  ['Acme', 'acme'],
  ['Été & Co', 'ete-co'],
  ['3 Wise Men!', 'wise-men'],
  ['مكتبة', 'app'],
  [`${'a'.repeat(39)}ﬃ`, `${'a'.repeat(39)}f`],
])('the slug of %s is %s', (name, slug) => {
  expect(optionsOf(['--name', name])).toMatchObject({ name, slug, withoutExample: false });
});

test('a name without a Latin letter is reported, unless a slug is stated', () => {
  expect(optionsOf(['--name', 'مكتبة'])).toMatchObject({ slug: 'app', isSlugOfNoLetters: true });
  expect(optionsOf(['--name', 'مكتبة', '--slug', 'maktaba'])).toEqual({
    name: 'مكتبة',
    slug: 'maktaba',
    isSlugOfNoLetters: false,
    withoutExample: false,
  });
  expect(optionsOf(['--name', 'App']).isSlugOfNoLetters).toBe(false);
});

test('a slug alone is a valid change', () => {
  expect(optionsOf(['--slug', 'acme'])).toMatchObject({
    name: undefined,
    slug: 'acme',
    withoutExample: false,
  });
});

test('texts are trimmed', () => {
  expect(optionsOf(['--name', ' Acme ', '--description', ' All of it. '])).toMatchObject({
    name: 'Acme',
    description: 'All of it.',
  });
});

test('a product without the example is not described with books', () => {
  const description = 'Sign in to see and manage your records.';
  expect(optionsOf(['--name', ' Acme ', '--without-example'])).toMatchObject({ name: 'Acme', description });
  expect(optionsOf(['--name', 'Acme', '--without-example', '--description', 'Ours.']).description).toBe(
    'Ours.',
  );
  expect(optionsOf(['--without-example'])).toMatchObject({
    withoutExample: true,
    name: undefined,
    description,
  });
  expect(optionsOf(['--name', 'Acme']).description).toBeUndefined();
});

test.each([
  [[], 'Say what to change'],
  [['--name'], /--name/],
  [['--nmae', 'Acme'], /--nmae/],
  [['--name', 'Acme', '--name', 'Other'], '--name is given twice'],
  [['Acme'], /Acme/],
  [['--name', ' '], '--name must not be empty'],
  [['--name', 'x'.repeat(41)], '--name must be at most 40 characters long'],
  [['--name', 'Acme\nBcc: evil@example.com'], '--name must be one line'],
  [['--name', 'Acme <b>'], '--name must be one line'],
  [['--color', '#fff'], '--color must be a colour like #7b2d5f, not "#fff"'],
  [['--color', 'red'], '--color must be a colour like #7b2d5f'],
  [['--support', 'help'], '--support must be a page (https://…) or mailto:help@example.com, not "help"'],
  [['--support', 'javascript:alert(1)'], '--support must be a page'],
  [['--name', 'Acme', '--slug', 'Acme Inc'], '--slug must be 1 to 40 lower-case letters'],
])('%j is rejected with a text that names the problem', (args, message) => {
  expect(() => optionsOf(args)).toThrow(message);
});
