import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * How a test, or a file outside of its tests, ended. A flaky one failed at first and passed when repeated.
 */
export interface TestResult {
  /** The same in every run of the same files. */
  readonly id: string;
  /** Missing for an error that belongs to no file. */
  readonly file?: string;
  /** Its groups, its title, and the project of the runner; missing for an error outside of tests. */
  readonly name?: string;
  readonly outcome: 'passed' | 'failed' | 'flaky' | 'skipped';
  /** The first lines of the error, if it failed. */
  readonly error?: string;
}

/** Returns an error outside of any test: in a file before its tests, or anywhere in the run. */
export const errorOutside = (error: string, file?: string): TestResult => ({
  id: `outside ${file ?? error}`,
  ...(file && { file }),
  outcome: 'failed',
  error,
});

/** Writes the results of a runner to the file in TEST_RESULTS_FILE. */
export function writeResults(results: readonly TestResult[]): void {
  const file = process.env.TEST_RESULTS_FILE!;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(results));
}

/** Reads results; undefined if there are none, because the runner crashed before. */
export const readResults = (file: string): readonly TestResult[] | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

/** Returns the files with a failed test or an error outside of tests. */
export const failedFiles = (results: readonly TestResult[]): string[] => [
  ...new Set(results.flatMap(({ file, outcome }) => (outcome === 'failed' && file ? [file] : []))),
];

/**
 * Merges the results of a run with those of its failed files, which were repeated: what failed in one of the
 * runs only is flaky. Errors that belong to no file cannot be repeated, and stay.
 */
export function mergeRepeated(
  first: readonly TestResult[],
  repeated: readonly TestResult[],
): readonly TestResult[] {
  const again = new Map(repeated.map((result) => [result.id, result]));
  const known = new Set(first.map(({ id }) => id));
  const merge = (result: TestResult): TestResult => {
    const isRepeated = result.file !== undefined && failedFiles(first).includes(result.file);
    const other = again.get(result.id) ?? (isRepeated && result.name === undefined ? 'gone' : undefined);
    if (!other) return result;
    if (other === 'gone') return { ...result, outcome: 'flaky' };
    const failures = [result, other].filter(({ outcome }) => outcome === 'failed');
    return failures.length === 1 ? { ...failures[0]!, outcome: 'flaky' } : other;
  };
  return [...first.map(merge), ...repeated.filter(({ id }) => !known.has(id))];
}

const MAX_LINES = 4;
const MAX_LINE_LENGTH = 200;

/** Returns the first lines of an error's message, without colours, and where in the project it was thrown. */
export function describeError(
  message = 'An error without a message',
  place?: { readonly file: string; readonly line: number },
): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line));
  if (place) lines.push(`at ${relative('.', place.file)}:${place.line}`);
  return lines.join('\n');
}
