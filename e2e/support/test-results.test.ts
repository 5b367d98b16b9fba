import { expect, test } from 'vitest';
import { errorOutside, failedFiles, mergeRepeated, type TestResult } from './test-results.ts';

const result = (id: string, outcome: TestResult['outcome'], error?: string): TestResult => ({
  id,
  file: `${id[0]}.test.ts`,
  name: id,
  outcome,
  ...(error !== undefined && { error }),
});

test('the files to repeat are those with a failed test or an error outside of tests, each once', () => {
  const results = [
    result('a1', 'failed'),
    result('a2', 'failed'),
    result('b1', 'passed'),
    result('c1', 'skipped'),
    errorOutside('Hook', 'c.test.ts'),
    errorOutside('Unhandled'),
  ];
  expect(failedFiles(results)).toEqual(['a.test.ts', 'c.test.ts']);
});

test('a test that failed and passed when repeated, or the other way round, is flaky, with its error', () => {
  const first = [result('a1', 'failed', 'Too slow'), result('a2', 'passed'), result('a3', 'failed', 'No')];
  const again = [result('a1', 'passed'), result('a2', 'failed', 'Taken'), result('a3', 'failed', 'No')];
  expect(mergeRepeated(first, again)).toEqual([
    result('a1', 'flaky', 'Too slow'),
    result('a2', 'flaky', 'Taken'),
    result('a3', 'failed', 'No'),
  ]);
});

test('tests that could not run before are added, and an error of a file is flaky if the file passes then', () => {
  const [hook, unhandled] = [errorOutside('Hook', 'a.test.ts'), errorOutside('Unhandled')];
  const [broken, late] = [errorOutside('Import', 'b.test.ts'), errorOutside('Closed late', 'd.test.ts')];
  const first = [result('a1', 'skipped'), result('c1', 'passed'), hook, broken, unhandled];
  const again = [result('a1', 'passed'), result('a2', 'passed'), broken, late];
  expect(mergeRepeated(first, again)).toEqual([
    result('a1', 'passed'),
    result('c1', 'passed'),
    { ...hook, outcome: 'flaky' },
    broken,
    unhandled,
    result('a2', 'passed'),
    late,
  ]);
});
