import { existsSync, readFileSync } from 'node:fs';

/** How many tests ran, and how they ended. */
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
 * Reads what Vitest or Playwright wrote by their JSON reporters. A test that only passed when tried again counts as
 * failed. Undefined when there is no report: the runner did not come so far.
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
