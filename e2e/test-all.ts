import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { findPostgres, POSTGRES_PLACES } from '#backend/testing/postgres-binaries.ts';
import project from '../package.json' with { type: 'json' };
import { type NotRun, type Outcome, summarise } from './summary.ts';
import { readResults } from './test-results.ts';

/*
 * Runs all checks and tests, one step after the other. A failed step does not stop the following ones, so that one
 * run reports all failures.
 */
interface Step {
  readonly name: string;
  readonly script: keyof typeof project.scripts;
  readonly runner?: 'vitest' | 'playwright';
  readonly env?: Record<string, string>;
}

const STEPS: Step[] = [
  { name: 'types', script: 'test:types' },
  { name: 'linter and import boundaries', script: 'test:lint' },
  { name: 'unit tests', script: 'test:unit', runner: 'vitest' },
  { name: 'tests of changed copies', script: 'test:copies', runner: 'vitest' },
  { name: 'API tests on PGlite', script: 'test:api', runner: 'vitest', env: { TEST_DATABASE_URL: '' } },
  { name: 'API tests on PostgreSQL', script: 'test:postgres', runner: 'vitest' },
  { name: 'frontend build', script: 'build' },
  { name: 'browser tests', script: 'test:e2e', runner: 'playwright' },
];

/** What `npm run test:quick` runs: what tells the most in the least time. */
const QUICK: ReadonlySet<string> = new Set(['test:types', 'test:lint', 'test:unit', 'test:api']);

const outcomes: (Outcome | NotRun)[] = [];
const isQuick = process.argv.includes('--quick');
for (const step of STEPS.filter(({ script }) => !isQuick || QUICK.has(script)))
  outcomes.push(reasonNotRun(step) ?? (await run(step)));

const { text, isGood } = summarise(outcomes);
process.stdout.write(`\n${text}\n`);
process.exitCode = isGood ? 0 : 1;

function reasonNotRun({ name, script }: Step): NotRun | undefined {
  if (script !== 'test:postgres' || process.env.TEST_DATABASE_URL || findPostgres()) return undefined;
  const because = `PostgreSQL is not installed (looked in ${POSTGRES_PLACES}), and TEST_DATABASE_URL is not set`;
  process.stdout.write(`\n── ${name}: not run: ${because}\n`);
  return { name, because };
}

async function run({ name, script, runner, env }: Step): Promise<Outcome> {
  process.stdout.write(`\n── ${name} (npm run ${script})\n`);
  const report = resolve('test-results', `${script.replace(':', '-')}.json`);
  rmSync(report, { force: true });
  const start = performance.now();
  const [, ...command] = project.scripts[script].split(' ');
  const child = spawn(process.execPath, [...command, ...reporters(runner, report)], {
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
  });
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - start) / 1000;
  return { name, seconds, ok: code === 0, ...(runner && { tests: { results: readResults(report) } }) };
}

function reporters(runner: Step['runner'], report: string) {
  if (runner === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runner === 'playwright' ? ['--reporter=list,json'] : [];
}
