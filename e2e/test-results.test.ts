import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failedFiles, mergeRepeated, readResults, type TestResult } from './test-results.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-results-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const read = (report: object) => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return readResults(file);
};

test("each test of Playwright's report has its file, groups, project and the first error", () => {
  const spec = (id: string, title: string, status: string, messages: string[] = []) => ({
    id,
    title,
    tests: [
      { projectName: 'mobile', status, results: messages.map((message) => ({ errors: [{ message }] })) },
    ],
  });
  const specs = [spec('b', 'may be pasted', 'flaky', ['Too slow']), spec('c', 'must be there', 'expected')];
  const group = {
    title: 'the code',
    specs: [spec('d', 'is kept', 'skipped')],
    suites: [{ title: 'a.ts', specs }],
  };

  const report = read({
    config: { rootDir: resolve('e2e') },
    errors: [{ message: 'No server', location: { file: resolve('playwright.config.ts'), line: 3 } }],
    suites: [
      {
        title: 'books/login.e2e.ts',
        specs: [spec('a', 'says so', 'unexpected', ['\u001b[31mNo\u001b[39m\n\n  really', 'Again'])],
        suites: [group],
      },
    ],
  });

  const file = 'e2e/books/login.e2e.ts';
  expect(report).toEqual({
    tests: [
      { id: 'a mobile', file, name: 'says so [mobile]', outcome: 'failed', error: 'No\n  really' },
      { id: 'd mobile', file, name: 'the code › is kept [mobile]', outcome: 'skipped' },
      {
        id: 'b mobile',
        file,
        name: 'the code › a.ts › may be pasted [mobile]',
        outcome: 'flaky',
        error: 'Too slow',
      },
      { id: 'c mobile', file, name: 'the code › a.ts › must be there [mobile]', outcome: 'passed' },
    ],
    errors: [{ error: 'No server\nat playwright.config.ts:3' }],
  });
});

test('a runner that crashed has no results', () => {
  expect(readResults(join(folder, 'none.json'))).toBeUndefined();
});

const result = (id: string, outcome: TestResult['outcome'], error?: string): TestResult => ({
  id,
  file: `${id[0]}.test.ts`,
  name: id,
  outcome,
  ...(error !== undefined && { error }),
});

test('the files to repeat are those with a failed test or an error of their own, each once', () => {
  const tests = [
    result('a1', 'failed'),
    result('a2', 'failed'),
    result('b1', 'passed'),
    result('c1', 'skipped'),
  ];
  const errors = [{ file: 'c.test.ts', error: 'Hook' }, { error: 'Unhandled' }];

  expect(failedFiles({ tests, errors })).toEqual(['a.test.ts', 'c.test.ts']);
});

test('a test that failed and passed when repeated, or the other way round, is flaky, with its error', () => {
  const first = [result('a1', 'failed', 'Too slow'), result('a2', 'passed'), result('a3', 'failed', 'No')];
  const again = [result('a1', 'passed'), result('a2', 'failed', 'Taken'), result('a3', 'failed', 'No again')];

  expect(mergeRepeated({ tests: first, errors: [] }, { tests: again, errors: [] }).tests).toEqual([
    result('a1', 'flaky', 'Too slow'),
    result('a2', 'flaky', 'Taken'),
    result('a3', 'failed', 'No'),
  ]);
});

test('tests that could not run before are added, and an error of a file is flaky if the file passes then', () => {
  const hook = { file: 'a.test.ts', error: 'Hook' };
  const first = {
    tests: [result('a1', 'skipped'), result('c1', 'passed')],
    errors: [hook, { file: 'b.test.ts', error: 'Import' }, { error: 'Unhandled' }],
  };
  const again = {
    tests: [result('a1', 'passed'), result('d1', 'passed')],
    errors: [
      { file: 'b.test.ts', error: 'Import' },
      { file: 'd.test.ts', error: 'Closed late' },
    ],
  };

  expect(mergeRepeated(first, again)).toEqual({
    tests: [result('a1', 'passed'), result('c1', 'passed'), result('d1', 'passed')],
    errors: [
      { ...hook, isFlaky: true },
      { file: 'b.test.ts', error: 'Import' },
      { error: 'Unhandled' },
      { file: 'd.test.ts', error: 'Closed late' },
    ],
  });
});
