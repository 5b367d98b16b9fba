import type { Results } from './test-results.ts';

/** The outcome of one step. */
export interface Outcome {
  readonly name: string;
  readonly seconds: number;
  /** Whether its command succeeded. */
  readonly ok: boolean;
  /** For a step that runs tests: the results of its runner, undefined without a report. */
  readonly tests?: { readonly results: Results | undefined };
}

/** A step that this machine cannot run, and why. */
export interface NotRun {
  readonly name: string;
  readonly because: string;
}

/**
 * Summarises the steps as a text that ends with the line `N passed, N failed`, and whether all succeeded. A step that
 * fails outside of its tests counts as one failure, and so does one that should run tests but ran none. Tests that
 * passed only when repeated are named: they are no failure, but a fault of the test or a race in the product.
 */
export function summarise(steps: readonly (Outcome | NotRun)[]): { text: string; isGood: boolean } {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const flaky: string[] = [];
  const lines = steps.map((step) => {
    if ('because' in step) return `  not run            ${step.name}: ${step.because}`;
    const { passed, failed, skipped, note } = judge(step);
    flaky.push(...(step.tests?.results?.flaky ?? []));
    totals.passed += passed;
    totals.failed += failed;
    totals.skipped += skipped;
    const time = `${step.seconds.toFixed(1)} s`.padStart(9);
    return `  ${failed > 0 ? 'FAILED' : 'ok    '} ${time}  ${step.name}${note && `: ${note}`}`;
  });
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  const repeated = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
  const total = `${totals.passed} passed, ${totals.failed} failed${skipped}${repeated}`;
  const named =
    flaky.length > 0 ? ['', 'Passed only when repeated:', ...flaky.map((name) => `  ${name}`)] : [];
  return { text: [...lines, ...named, '', total].join('\n'), isGood: totals.failed === 0 };
}

function judge({ ok, tests }: Outcome): Omit<Results, 'flaky'> & { note: string } {
  if (!tests) return { passed: 0, failed: ok ? 0 : 1, skipped: 0, note: '' };
  const { passed, failed, skipped } = tests.results ?? { passed: 0, failed: 0, skipped: 0 };
  if (passed + failed === 0) return { passed, failed: 1, skipped, note: 'ran no test' };
  if (!ok && failed === 0)
    return { passed, failed: 1, skipped, note: `${passed} passed, but the step failed` };
  return { passed, failed, skipped, note: `${passed} of ${passed + failed} passed` };
}
