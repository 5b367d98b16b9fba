import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import project from '../package.json' with { type: 'json' };
import type { TaskOutput } from './ordered-output.ts';
import type { Task } from './side-by-side.ts';
import type { Outcome } from './summary.ts';
import { failedFiles, mergeRepeated, type Results, readResults } from './test-results.ts';

/** A script of package.json as a step of `npm test`. */
export interface Step extends Task {
  readonly script: keyof typeof project.scripts;
  readonly runner?: 'vitest' | 'playwright';
  readonly env?: Record<string, string>;
}

/** More files than these do not fail by chance. */
const MOST_REPEATED = 10;

const LAST_LINES = 15;

/**
 * Runs the script of a step; its output and errors go to `output`. Files with failed tests of Vitest are repeated once,
 * by one worker, as Playwright repeats failed tests.
 */
export async function runStep(step: Step, output: TaskOutput): Promise<Outcome> {
  const start = performance.now();
  const first = await runScript(step, output);
  const files = first.results ? failedFiles(first.results) : [];
  const isRepeatable = step.runner === 'vitest' && files.length > 0 && files.length <= MOST_REPEATED;
  if (isRepeatable) output.write(`\n── ${step.name}: files with failed tests again\n`);
  const again = isRepeatable ? await runScript(step, output, files) : undefined;
  const { ok, results, lastLines } = again ? merged(first, again) : first;
  const seconds = (performance.now() - start) / 1000;
  return { name: step.name, seconds, ok, lastLines, ...(step.runner && { tests: { results } }) };
}

interface Run {
  readonly ok: boolean;
  readonly results: Results | undefined;
  readonly lastLines: string;
}

/** Returns what two runs come to: all is well if the second one passes and no error of the first one is left. */
function merged(first: Run, again: Run): Run {
  if (!first.results || !again.results) return again;
  const results = mergeRepeated(first.results, again.results);
  return { ...again, results, ok: again.ok && results.errors.every(({ isFlaky }) => isFlaky) };
}

/** Runs the script of a step, or of its tests only those in `files`, one after the other. */
async function runScript(step: Step, output: TaskOutput, files: readonly string[] = []): Promise<Run> {
  const { script, runner, env } = step;
  const report = resolve(
    'test-results',
    `${script.replace(':', '-')}${files.length > 0 ? '-again' : ''}.json`,
  );
  rmSync(report, { force: true });
  const [, ...command] = project.scripts[script].split(' ');
  const child = spawn(process.execPath, [...command, ...options(runner, files)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...colors(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      VITEST_RESULTS_FILE: report,
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
      ...env,
    },
  });
  let end = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.write(text);
      end = (end + text).split('\n').slice(-LAST_LINES).join('\n');
    });
  const [code] = await once(child, 'close');
  return { ok: code === 0, results: runner && readResults(report), lastLines: end.trim() };
}

function options(runner: Step['runner'], files: readonly string[]) {
  if (runner === 'playwright') return ['--reporter=list,json'];
  if (!runner) return [];
  // Another step runs beside it, and each further worker loads the same modules and starts databases of its own.
  const workers = files.length > 0 ? 1 : 2;
  return [`--maxWorkers=${workers}`, '--reporter=default', '--reporter=./e2e/report-results.ts', ...files];
}

/** A script that writes to a pipe cannot see the terminal behind it. */
function colors(): Record<string, string> {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
}
