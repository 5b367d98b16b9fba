import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { describeError, errorOutside, type TestResult, writeResults } from './test-results.ts';

const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const;

/** A reporter of Playwright that writes its results for the summary. */
export default class PlaywrightResults implements Reporter {
  #suite: Suite | undefined;
  readonly #errors: TestError[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    writeResults([
      ...(this.#suite?.allTests() ?? []).map(toResult),
      ...this.#errors.map((error) => errorOutside(describe(error))),
    ]);
  }
}

function toResult(test: TestCase): TestResult {
  const [, project, , ...titles] = test.titlePath();
  // The error of the first attempt: later ones may fail because of its leftovers.
  const [error] = test.results.flatMap(({ errors }) => errors);
  return {
    id: test.id,
    file: relative('.', test.location.file),
    name: `${titles.join(' › ')} [${project}]`,
    outcome: OUTCOMES[test.outcome()],
    ...(error && { error: describe(error) }),
  };
}

const describe = ({ message, location }: TestError): string => describeError(message, location);
