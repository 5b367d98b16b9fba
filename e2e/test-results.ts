import { existsSync, readFileSync } from 'node:fs';

/** The number of tests by outcome. */
export interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The tests that failed at first and passed when repeated; they are among the passed ones. */
  readonly flaky: readonly string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
}

/**
 * Parses the JSON report of Vitest or Playwright. Returns undefined if there is no report, because the runner crashed
 * before.
 */
export function readResults(file: string): Results | undefined {
  if (!existsSync(file)) return undefined;
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      flaky: report.suites.flatMap((file) => flakyIn(file)),
    };
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped, flaky: [] };
}

function flakyIn({ title, suites = [], specs }: Suite): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `${title} › ${spec.title} [${projectName}]`),
  );
  return [...own, ...suites.flatMap((suite) => flakyIn({ ...suite, title: `${title} › ${suite.title}` }))];
}
