import { expect, test } from 'vitest';
import { type Outcome, summarise } from './summary.ts';
import { errorOutside, type TestResult } from './test-results.ts';

const LOGIN = { file: 'e2e/login.e2e.ts', name: 'the code › may be pasted [mobile]' };

/** A step of tests: so many passed, and these others. */
const step = (ok: boolean, passed: number, others: readonly Omit<TestResult, 'id'>[] = []): Outcome => ({
  name: 'unit tests',
  seconds: 1.26,
  ok,
  lastLines: 'The end of the output\nof the step',
  hasTests: true,
  results: [
    ...Array.from({ length: passed }, () => ({ ...LOGIN, outcome: 'passed' as const })),
    ...others,
  ].map((result, index) => ({ ...result, id: String(index) })),
});
const skipped: Omit<TestResult, 'id'> = { ...LOGIN, outcome: 'skipped' };
const failed: Omit<TestResult, 'id'> = {
  ...LOGIN,
  outcome: 'failed',
  error: 'expected 1 to be 2\nat e2e/login.e2e.ts:7',
};
const types: Outcome = {
  name: 'types',
  seconds: 2,
  ok: true,
  hasTests: false,
  lastLines: 'a.ts(1,1): error TS2322: No.',
};
const lastLine = (text: string) => text.split('\n').at(-1);

test('tests are counted over all steps, and the count is alone on the last line', () => {
  const { text, isGood } = summarise([types, step(true, 10), step(true, 5, [skipped, skipped])]);

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

test('a failed test fails the run, and is named with its file, step and error', () => {
  const { text, isGood } = summarise([step(false, 9, [failed]), types]);

  expect(isGood).toBe(false);
  expect(text).toBe(
    [
      '  FAILED     1.3 s  unit tests: 9 of 10 passed',
      '  ok         2.0 s  types',
      '',
      'Failed:',
      '  e2e/login.e2e.ts › the code › may be pasted [mobile] (unit tests)',
      '      expected 1 to be 2',
      '      at e2e/login.e2e.ts:7',
      '',
      '9 passed, 1 failed',
    ].join('\n'),
  );
});

test.each([
  [
    'without tests',
    { ...types, ok: false },
    '0 passed, 1 failed',
    'types (types)\n      a.ts(1,1): error TS2322: No.',
  ],
  [
    'outside of its tests',
    step(false, 9),
    '9 passed, 1 failed',
    'unit tests (unit tests)\n      The end of the output\n      of the step',
  ],
  [
    'in a file before its tests',
    step(false, 9, [errorOutside('No module b', 'a.test.ts')]),
    '9 passed, 1 failed',
    'a.test.ts (unit tests)\n      No module b',
  ],
])('a step that fails %s counts as a failure, and is named with its error', (_, outcome, total, named) => {
  const { text, isGood } = summarise([outcome]);

  expect(isGood).toBe(false);
  expect(text).toContain(`\nFailed:\n  ${named}\n`);
  expect(lastLine(text)).toBe(total);
});

test('an error outside of the tests is named beside a failed test', () => {
  const { text } = summarise([step(false, 0, [failed, errorOutside('Unhandled rejection')])]);

  expect(text).toContain('may be pasted [mobile] (unit tests)\n');
  expect(text).toContain('\n  unit tests (unit tests)\n      Unhandled rejection\n');
});

test.each([
  ['ran none', step(true, 0)],
  ['skipped all of them', step(true, 0, [skipped, skipped])],
  ['reported nothing', { ...types, hasTests: true }],
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

test('a test that passed only when repeated is not a failure, and is named with its error', () => {
  const { text, isGood } = summarise([step(true, 9, [{ ...failed, outcome: 'flaky' }])]);

  expect(isGood).toBe(true);
  expect(text).toContain(
    'Passed only when repeated:\n  e2e/login.e2e.ts › the code › may be pasted [mobile] (unit tests)\n      expected 1 to be 2\n',
  );
  expect(lastLine(text)).toBe('10 passed, 0 failed, 1 flaky');
});
