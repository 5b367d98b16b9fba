import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describeError } from './describe-error.ts';

/** How a test ended. A flaky one failed at first and passed when repeated. */
export interface TestResult {
  /** The same in every run of the same files. */
  readonly id: string;
  readonly file: string;
  /** Its groups, its title, and the Playwright project. */
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'flaky' | 'skipped';
  /** The first lines of the error, if it failed. */
  readonly error?: string;
}

/** An error outside of any test: in a file before its tests, or anywhere in the run. */
export interface RunError {
  readonly file?: string;
  readonly error: string;
  /** Whether the file passed when repeated. */
  readonly isFlaky?: true;
}

/** What one run of a test runner reports. */
export interface Results {
  readonly tests: readonly TestResult[];
  readonly errors: readonly RunError[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: Suite[];
  errors: PlaywrightError[];
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs: Spec[];
}

interface Spec {
  id: string;
  title: string;
  tests: { projectName: string; status: keyof typeof OUTCOMES; results: { errors: PlaywrightError[] }[] }[];
}

interface PlaywrightError {
  message?: string;
  location?: { file: string; line: number };
}

const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const;

/**
 * Parses the report that `report-results.ts` has written for Vitest, or Playwright's own one. Returns undefined if there
 * is none, because the runner crashed before.
 */
export function readResults(file: string): Results | undefined {
  if (!existsSync(file)) return undefined;
  const report: Results | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  if ('tests' in report) return report;
  return {
    tests: report.suites.flatMap((suite) => testsIn(suite, report.config.rootDir)),
    errors: report.errors.map(({ message, location }) => ({ error: describeError(message, location) })),
  };
}

function testsIn(suite: Suite, root: string): TestResult[] {
  const path = relative('.', join(root, suite.title));
  const testsOf = (spec: Spec, groups: readonly string[]) =>
    spec.tests.map(({ projectName, status, results }): TestResult => {
      // The first attempt: later ones may fail of what it has left behind.
      const [error] = results.flatMap(({ errors }) => errors);
      return {
        id: `${spec.id} ${projectName}`,
        file: path,
        name: `${[...groups, spec.title].join(' › ')} [${projectName}]`,
        outcome: OUTCOMES[status],
        ...(error && { error: describeError(error.message, error.location) }),
      };
    });
  const testsWithin = (group: Suite, groups: readonly string[]): TestResult[] => [
    ...group.specs.flatMap((spec) => testsOf(spec, groups)),
    ...(group.suites ?? []).flatMap((inner) => testsWithin(inner, [...groups, inner.title])),
  ];
  return testsWithin(suite, []);
}

/** Returns the files with a failed test or an error of their own. */
export const failedFiles = ({ tests, errors }: Results): string[] => [
  ...new Set([
    ...tests.flatMap(({ file, outcome }) => (outcome === 'failed' ? [file] : [])),
    ...errors.flatMap(({ file }) => file ?? []),
  ]),
];

/**
 * Merges the results of a run with those of some of its files that were repeated. A test that failed in one of the
 * runs and passed in the other is flaky, and so is a file that had an error. Errors that belong to no file cannot be
 * repeated, and stay.
 */
export function mergeRepeated(first: Results, repeated: Results): Results {
  const again = new Map(repeated.tests.map((test) => [test.id, test]));
  const known = new Set(first.tests.map(({ id }) => id));
  const merge = (test: TestResult): TestResult => {
    const other = again.get(test.id);
    if (!other || other.outcome === 'skipped' || other.outcome === test.outcome) return test;
    return test.outcome === 'skipped' ? other : { ...test, ...other, outcome: 'flaky' };
  };
  const isGone = ({ file }: RunError) => file !== undefined && !failedFiles(repeated).includes(file);
  return {
    // A file whose first lines failed had no tests before.
    tests: [...first.tests.map(merge), ...repeated.tests.filter(({ id }) => !known.has(id))],
    errors: [
      ...first.errors.map((error): RunError => (isGone(error) ? { ...error, isFlaky: true } : error)),
      ...repeated.errors.filter(({ file }) => !first.errors.some((error) => error.file === file)),
    ],
  };
}
