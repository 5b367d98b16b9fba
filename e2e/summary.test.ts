import { expect, test } from 'vitest';
import { summarise } from './summary.ts';

const step = (
  ok: boolean,
  [passed, failed, skipped = 0]: readonly [number, number, number?],
  flaky: readonly string[] = [],
) => ({
  name: 'unit tests',
  seconds: 1.26,
  ok,
  tests: { results: { passed, failed, skipped, flaky } },
});
const types = { name: 'types', seconds: 2, ok: true };
const lastLine = (text: string) => text.split('\n').at(-1);

test('tests are counted over all steps, and the count stands alone on the last line', () => {
  const { text, isGood } = summarise([types, step(true, [10, 0]), step(true, [5, 0, 2])]);

  expect(isGood).toBe(true);
  expect(text).toBe(
    [
      '  ok         2.0 s  types',
      '  ok         1.3 s  unit tests: 10 of 10 passed',
      '  ok         1.3 s  unit tests: 5 of 5 passed',
      '',
      '15 passed, 0 failed, 2 skipped',
    ].join('\n'),
  );
});

test('a failed test makes it all fail', () => {
  const { text, isGood } = summarise([step(false, [9, 1])]);

  expect(isGood).toBe(false);
  expect(text).toContain('FAILED     1.3 s  unit tests: 9 of 10 passed');
  expect(lastLine(text)).toBe('9 passed, 1 failed');
});

test.each([
  ['without tests', { ...types, ok: false }, '0 passed, 1 failed'],
  ['outside of its tests', step(false, [9, 0]), '9 passed, 1 failed'],
])('a step that fails %s counts as a failure', (_, outcome, expected) => {
  const { text, isGood } = summarise([outcome]);

  expect(isGood).toBe(false);
  expect(lastLine(text)).toBe(expected);
});

test.each([
  ['ran none', step(true, [0, 0])],
  ['skipped all of them', step(true, [0, 0, 3])],
  ['reported nothing', { ...types, tests: { results: undefined } }],
])('a step that should run tests and %s fails', (_, outcome) => {
  const { text, isGood } = summarise([outcome]);

  expect(isGood).toBe(false);
  expect(text).toContain('ran no test');
});

test('a step that this machine cannot run is named, with the reason', () => {
  const { text, isGood } = summarise([
    types,
    { name: 'API tests on PostgreSQL', because: 'it is not installed' },
  ]);

  expect(isGood).toBe(true);
  expect(text).toContain('  not run            API tests on PostgreSQL: it is not installed');
});

test('a test that passed only when repeated is no failure, and is named', () => {
  const { text, isGood } = summarise([
    step(true, [10, 0], ['login.e2e.ts › the code › may be pasted [mobile]']),
  ]);

  expect(isGood).toBe(true);
  expect(text).toContain('Passed only when repeated:\n  login.e2e.ts › the code › may be pasted [mobile]\n');
  expect(lastLine(text)).toBe('10 passed, 0 failed, 1 flaky');
});
