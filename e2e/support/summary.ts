import type { StepOutcome } from '@bindery/tools/testing/run-steps.ts';
import type { TestResult } from './test-results.ts';

/** The outcome of one step. */
export interface Outcome extends StepOutcome {
  /** Set for a step that runs tests. */
  readonly hasTests: boolean;
  /** The results of its runner; undefined without a report. */
  readonly results?: readonly TestResult[] | undefined;
}

/** A step that this machine cannot run, and why. */
export interface NotRun {
  readonly name: string;
  readonly because: string;
}

interface Judgement {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly note: string;
  /** What failed, with the first lines of its error. */
  readonly failures: readonly string[];
  readonly flaky: readonly string[];
}

/**
 * Summarises the steps as a text with their times that names each failed test with its error, and ends with
 * the line `N passed, N failed`; and whether all succeeded. A step that fails outside of its tests counts as
 * one failure, and so does one that should run tests but ran none. Tests that passed only when repeated are
 * named: they are no failure, but a fault of the test or a race in the product.
 */
export function summarise(steps: readonly (Outcome | NotRun)[]): { text: string; isGood: boolean } {
  const judged = steps.map((step) => ('because' in step ? undefined : judge(step)));
  const lines = steps.map((step, index) => {
    if ('because' in step) return `  not run            ${step.name}: ${step.because}`;
    const { failed, note } = judged[index]!;
    const time = `${step.seconds.toFixed(1)} s`.padStart(9);
    return `  ${failed > 0 ? 'FAILED' : 'ok    '} ${time}  ${step.name}${note && `: ${note}`}`;
  });
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    judged.reduce((total, judgement) => total + (judgement?.[key] ?? 0), 0);
  const failures = judged.flatMap((judgement) => judgement?.failures ?? []);
  const flaky = judged.flatMap((judgement) => judgement?.flaky ?? []);
  const failed = sum('failed');
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  const repeated = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
  const total = `${sum('passed')} passed, ${failed} failed${skipped}${repeated}`;
  return {
    text: [
      ...lines,
      ...titled('Passed only when repeated:', flaky),
      ...titled('Failed:', failures),
      '',
      total,
    ].join('\n'),
    isGood: failed === 0,
  };
}

const titled = (title: string, entries: readonly string[]) =>
  entries.length > 0 ? ['', title, ...entries.map((entry) => indent(entry, '  '))] : [];

const indent = (text: string, by: string) => text.replace(/^(?=.)/gm, by);

function judge({ name, ok, lastLines, hasTests, results = [] }: Outcome): Judgement {
  const having = (outcome: TestResult['outcome']) => results.filter((result) => result.outcome === outcome);
  const entry = ({ file, name: test, error }: Partial<TestResult>) =>
    `${[file ?? name, test].filter(Boolean).join(' › ')} (${name})\n${indent(error ?? '', '    ')}`.trimEnd();
  // An error outside of tests that is gone when repeated is no passed test.
  const passed = having('passed').length + having('flaky').filter((result) => result.name).length;
  const failed = having('failed').length;
  const flaky = having('flaky').map(entry);
  const failures = having('failed').map(entry);
  const counts = { passed, failed, skipped: having('skipped').length, failures, flaky };
  const outside = { failed: failed + 1, failures: [...failures, entry({ error: lastLines })] };
  if (!hasTests) return ok ? { ...counts, note: '' } : { ...counts, ...outside, note: '' };
  if (passed + failed === 0) return { ...counts, ...outside, note: 'ran no test' };
  if (!ok && failed === 0) return { ...counts, ...outside, note: `${passed} passed, but the step failed` };
  return { ...counts, note: `${passed} of ${passed + failed} passed` };
}
