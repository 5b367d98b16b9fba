import { existsSync, readFileSync } from 'node:fs';

/** The number of tests by outcome. */
export interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/**
 * Parses the JSON report of Vitest or Playwright. A flaky test, which passed only on a retry, counts as failed.
 * Returns undefined if there is no report, because the runner crashed before.
 */
export function readResults(file: string): Results | undefined {
  if (!existsSync(file)) return undefined;
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped };
}
