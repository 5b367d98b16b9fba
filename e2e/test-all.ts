import { findPostgres, POSTGRES_PLACES } from '@bindery/backend/testing/postgres-binaries.ts';
import { OrderedOutput } from './ordered-output.ts';
import { runStep, type Step } from './run-step.ts';
import { runSideBySide } from './side-by-side.ts';
import { type NotRun, type Outcome, summarise } from './summary.ts';
import { isStarter } from './support/starter.ts';

/*
 * Runs all checks and tests, three steps at a time; with names of resources, `npm test -- books`, only theirs. A failed
 * step does not stop the following ones, so that one run reports all failures. See docs/decisions/what-npm-test-runs.md.
 */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
if (names.length > 0) process.exit(await (await import('./test-resources.ts')).testResources(names));

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL || findPostgres());
const isQuick = process.argv.includes('--quick');

const ON_PGLITE: Step = {
  name: 'API tests on PGlite',
  script: 'test:api',
  runner: 'vitest',
  env: { TEST_DATABASE_URL: '' },
  // They need the build too, and would start another one.
  after: 'frontend build',
};

const ON_POSTGRES: Step = { ...ON_PGLITE, name: 'API tests on PostgreSQL', script: 'test:postgres', env: {} };

/** With PostgreSQL, which takes all API tests, PGlite takes those that may tell the engines apart. */
const ENGINE_DEPENDENT: Step = {
  ...ON_PGLITE,
  name: 'API tests on PGlite that depend on the engine',
  env: { ...ON_PGLITE.env, TEST_ENGINE_DEPENDENT: 'true' },
};

/** A second checker would save time, but take CPU time that the steps beside it need. */
const TYPES: Step = { name: 'types', script: 'test:types', env: { TYPE_CHECKERS: '1' } };
const LINTER: Step = { name: 'linter and import boundaries', script: 'test:lint' };
const UNIT: Step = { name: 'unit tests', script: 'test:unit', runner: 'vitest' };

/**
 * What takes longest starts as soon as the build is there, so nothing else takes its place before: a third step that is
 * begun during the build would make the browser tests begin last. What does start last is short.
 */
const ALL: Step[] = [
  { name: 'frontend build', script: 'build' },
  TYPES,
  LINTER,
  ON_POSTGRES,
  { name: 'browser tests', script: 'test:e2e', runner: 'playwright', after: 'frontend build' },
  {
    name: 'tests of changed copies',
    script: 'test:copies',
    runner: 'vitest',
    after: 'frontend build',
  },
  hasPostgres ? ENGINE_DEPENDENT : ON_PGLITE,
  { ...UNIT, after: 'frontend build' },
];

/** What tells the most in the least time. PostgreSQL answers the same tests with less CPU time than PGlite. */
const onOneEngine = hasPostgres ? ON_POSTGRES : ON_PGLITE;
const QUICK: Step[] = [
  { ...onOneEngine, env: { ...onOneEngine.env, TEST_QUICK: 'true' } },
  UNIT,
  TYPES,
  LINTER,
];

const outputs = new OrderedOutput((text) => process.stdout.write(text));
const outcomes = await runSideBySide(isQuick ? QUICK : ALL, run);
const { text, isGood } = summarise(outcomes);
process.stdout.write(`\n${text}\n`);
process.exitCode = isGood ? 0 : 1;

async function run(step: Step): Promise<Outcome | NotRun> {
  const { name, script } = step;
  const output = outputs.add();
  try {
    if (script === 'test:postgres' && !hasPostgres) {
      const because = `PostgreSQL is not installed (looked in ${POSTGRES_PLACES}), and TEST_DATABASE_URL is not set`;
      output.write(`\n── ${name}: not run: ${because}\n`);
      return { name, because };
    }
    if (script === 'test:copies' && !isStarter) {
      const because = 'they change copies of the starter and its example, which this product is not';
      output.write(`\n── ${name}: not run: ${because}\n`);
      return { name, because };
    }
    output.write(`\n── ${name} (npm run ${script})\n`);
    const outcome = await runStep(step, output);
    // Its output may have to wait for that of a longer step.
    if (!outcome.ok) process.stdout.write(`\n── FAILED: ${name}\n`);
    return outcome;
  } finally {
    output.end();
  }
}
