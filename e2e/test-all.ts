import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { startPostgres } from '@bindery/backend/testing/postgres.ts';
import { findPostgres, POSTGRES_PLACES } from '@bindery/backend/testing/postgres-binaries.ts';
import { CommandError } from '@bindery/tools/resource-commands/command.ts';
import { testResources } from '@bindery/tools/test-command.ts';
import { runSteps, type Step } from '@bindery/tools/testing/run-steps.ts';
import { isStarter } from './support/starter.ts';
import { type NotRun, type Outcome, summarise } from './support/summary.ts';
import { failedFiles, mergeRepeated, readResults } from './support/test-results.ts';

/*
 * Runs all checks and tests, two steps at a time; with names of resources, `npm test -- books`, only
 * theirs. A failed step does not stop the following ones, so that one run reports all failures. See
 * docs/decisions/what-npm-test-runs.md.
 */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
if (names.length > 0)
  process.exit(
    await testResources(names, process.cwd()).catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    }),
  );

const hasMoreCores = availableParallelism() > 2;
/**
 * On two cores, with three steps the same tests take an eighth more CPU time, although two leave a core
 * unused for longer.
 */
const AT_ONCE = hasMoreCores ? 3 : 2;
/** Options of the runners, which print what they run, and write their results for the summary. */
const REPORTERS = {
  vitest: ['--reporter=default', '--reporter=./e2e/support/vitest-results.ts'],
  playwright: ['--reporter=list,./e2e/support/playwright-results.ts'],
};
/** More failed files than these are no coincidence. */
const MAX_REPEATED = 10;

interface TestStep extends Step {
  readonly runner?: 'vitest' | 'playwright';
}

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL || findPostgres());

/** Returns a run of Vitest, which starts in 5 s of CPU time: few runs have many projects. */
const vitest = (
  name: string,
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
): TestStep => ({
  name,
  command: `node backend/launch.mjs vitest run ${projects.map((project) => `--project=${project}`).join(' ')}`,
  runner: 'vitest',
  env,
});
/** PostgreSQL runs all API tests if it is installed, and PGlite those that depend on the engine. */
const API = vitest(
  'API tests and copies',
  ['api', ...(hasPostgres ? ['api-embedded'] : []), ...(isStarter ? ['copies'] : [])],
  // The tests of copies repeat those of the others: the workflow runs them in a separate job.
  { TEST_COPIES_UNTESTED: 'true' },
);
/** Two runs: the one worker of each project waits for a process or a timer at times. */
const UNIT = [vitest('unit tests', ['unit']), vitest('unit tests of the manager', ['unit-manager'])];
/** A second checker would save time, but use CPU time that concurrent steps need. */
const TYPES: TestStep = { name: 'types', command: 'npm run test:types', env: { TYPE_CHECKERS: '1' } };
const LINTER: TestStep = { name: 'linter and import boundaries', command: 'npm run test:lint' };
const BROWSER: TestStep = {
  name: 'browser tests',
  // On two cores, a worker and its browser keep more than one busy.
  command: `npm run test:e2e -- --workers=${hasMoreCores ? 2 : 1}`,
  runner: 'playwright',
};

/**
 * All tests except unit tests need the build, and would start another one. The linter takes about as long, so
 * that no core waits for a longer step.
 */
const BEFORE_TESTS = [{ name: 'frontend build', command: 'npm run build' }, LINTER];
/** The longest first: the others fill the core that the first of these leaves. */
const TESTS = [BROWSER, API, ...UNIT, TYPES];
const QUICK = [
  vitest('unit and API tests', ['unit', 'unit-manager', 'api'], { TEST_QUICK: 'true' }),
  TYPES,
  LINTER,
];

const NOT_RUN: NotRun[] = [
  ...(hasPostgres
    ? []
    : [
        {
          name: 'API tests on PostgreSQL',
          because: `PostgreSQL is not installed (looked in ${POSTGRES_PLACES}), and TEST_DATABASE_URL is not set`,
        },
      ]),
  ...(isStarter
    ? []
    : [
        {
          name: 'tests of changed copies',
          because: 'they change copies of the starter and its example, which this product is not',
        },
      ]),
];

const RESULTS = 'test-results';
rmSync(RESULTS, { recursive: true, force: true });
const isQuick = process.argv.includes('--quick');
/** A server for all steps. */
const postgres = hasPostgres && !process.env.TEST_DATABASE_URL ? await startPostgres() : undefined;
const outcomes = isQuick ? await run(QUICK) : [...(await run(BEFORE_TESTS)), ...(await run(TESTS))];
const { text, isGood } = summarise([...(await repeatFailed(outcomes)), ...NOT_RUN]);
postgres?.stop();
process.stdout.write(`\n${text}\n`);
process.exitCode = isGood ? 0 : 1;

interface Ran extends Outcome {
  readonly step: TestStep;
}

async function run(steps: readonly TestStep[], files: readonly string[] = []): Promise<Ran[]> {
  const commands = steps.map(({ name, command, runner, env }) => ({
    name,
    command: [
      command,
      ...(runner ? REPORTERS[runner] : []),
      ...(files.length > 0 ? ['--maxWorkers=1', ...files] : []),
    ].join(' '),
    env: {
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      ...env,
      TEST_RESULTS_FILE: resultsOf(name),
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
    },
  }));
  return (await runSteps(commands, { atOnce: AT_ONCE })).map((outcome, index) => {
    const step = steps[index]!;
    return {
      ...outcome,
      step,
      hasTests: step.runner !== undefined,
      results: readResults(resultsOf(step.name)),
    };
  });
}

function resultsOf(name: string): string {
  return resolve(RESULTS, `${name.replaceAll(/\W+/g, '-')}.json`);
}

/**
 * Repeats files of Vitest with failed tests once, without other steps; Playwright repeats failed tests
 * itself.
 */
async function repeatFailed(outcomes: readonly Ran[]): Promise<Outcome[]> {
  const merged: Outcome[] = [];
  for (const first of outcomes) {
    const files = first.step.runner === 'vitest' ? failedFiles(first.results ?? []) : [];
    const isRepeatable = files.length > 0 && files.length <= MAX_REPEATED;
    const [again] = isRepeatable ? await run([first.step], files) : [];
    if (!again?.results) merged.push(first);
    else {
      const results = mergeRepeated(first.results ?? [], again.results);
      const ok = again.ok && results.every(({ outcome }) => outcome !== 'failed');
      merged.push({ ...again, seconds: first.seconds + again.seconds, ok, results });
    }
  }
  return merged;
}
