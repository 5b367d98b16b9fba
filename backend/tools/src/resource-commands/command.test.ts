import { expect, test } from 'vitest';
import { parseCommandLine } from './command.ts';

const expected = {
  usage: 'USAGE',
  options: { check: { type: 'boolean' }, against: { type: 'string' } },
} as const;
const parse = (...args: string[]) => parseCommandLine(args, expected);

test('options have their values, and --help is valid with anything', () => {
  expect(parse('--check', '--against', 'main').values).toMatchObject({
    check: true,
    against: 'main',
    help: false,
  });
  expect(parse('-h', 'x').values).toMatchObject({ help: true });
});

test('the -- that npx passes on is skipped', () => {
  expect(parse('--', '--check').values).toMatchObject({ check: true });
  expect(parse('--against', 'main', '--', '--check').values).toMatchObject({ against: 'main', check: true });
});

test.each([
  [['--chek'], '--chek is unknown; did you mean "check"?'],
  [['--constructor'], '--constructor is unknown'],
  [['--against'], "'--against <value>' argument missing"],
  [['--against', 'a', '--against', 'b'], '--against is given twice'],
  [['--check=yes'], "'--check' does not take an argument"],
  [['x'.repeat(255)], 'one argument too many. Options come after --, because of npm.'],
])('%j is rejected with the usage', (args, message) => {
  expect(() => parse(...args)).toThrow(message);
  expect(() => parse(...args)).toThrow('USAGE');
});
