import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readResults } from './test-results.ts';

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

test("a flaky test of Playwright's report is passed, and named with its file, group and project", () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ projectName: 'mobile', status }] });
  const group = {
    title: 'the code',
    specs: [spec('may be pasted', 'flaky'), spec('must be there', 'expected')],
  };

  expect(
    read({
      stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [{ title: 'login.e2e.ts', specs: [spec('says so', 'unexpected')], suites: [group] }],
    }),
  ).toEqual({
    passed: 8,
    failed: 1,
    skipped: 2,
    flaky: ['login.e2e.ts › the code › may be pasted [mobile]'],
  });
});

test("tests that Vitest's report calls pending or to be written are skipped", () => {
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };

  expect(read(report)).toEqual({ passed: 5, failed: 1, skipped: 3, flaky: [] });
});

test('a runner that crashed has no results', () => {
  expect(readResults(join(folder, 'none.json'))).toBeUndefined();
});
