import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import project from '../package.json' with { type: 'json' };
import type { TaskOutput } from './ordered-output.ts';
import type { Task } from './side-by-side.ts';
import type { Outcome } from './summary.ts';
import { readResults } from './test-results.ts';

/** A script of package.json as a step of `npm test`. */
export interface Step extends Task {
  readonly script: keyof typeof project.scripts;
  readonly runner?: 'vitest' | 'playwright';
  readonly env?: Record<string, string>;
}

/** Runs the script of a step; its output and errors go to `output`. */
export async function runStep(step: Step, output: TaskOutput): Promise<Outcome> {
  const { name, script, runner, env } = step;
  const report = resolve('test-results', `${script.replace(':', '-')}.json`);
  rmSync(report, { force: true });
  const start = performance.now();
  const [, ...command] = project.scripts[script].split(' ');
  const child = spawn(process.execPath, [...command, ...options(runner, report)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colors(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.write(text));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - start) / 1000;
  return { name, seconds, ok: code === 0, ...(runner && { tests: { results: readResults(report) } }) };
}

function options(runner: Step['runner'], report: string) {
  // Another step runs beside it, and each further worker loads the same modules and starts databases of its own.
  if (runner === 'vitest')
    return ['--maxWorkers=2', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runner === 'playwright' ? ['--reporter=list,json'] : [];
}

/** A script that writes to a pipe cannot see the terminal behind it. */
function colors(): Record<string, string> {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
}
