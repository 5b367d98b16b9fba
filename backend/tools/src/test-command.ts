import { globSync } from 'node:fs';
import { CommandError, defineCommand, resourceNamed } from './resource-commands/command.ts';
import { runSteps, type Step } from './testing/run-steps.ts';

const USAGE = `npm test [-- resource …]

Checks the types, and runs the tests of the entries, the texts, every page in the
browser and your own, two steps at a time. With names of resources, only the tests
of their entries and of their extensions.`;

/** The slowest step starts first. Its server builds the pages if they have changed, while the others run. */
const STEPS: readonly Step[] = [
  {
    name: 'pages in the browser',
    command: 'node backend/launch.mjs playwright test --reporter=list',
  },
  { name: 'entries, texts and own tests', command: 'node backend/launch.mjs vitest run' },
  { name: 'types', command: 'node backend/launch.mjs tsc' },
];
const AT_ONCE = 2;

const expected = { usage: USAGE, options: {}, positionals: Number.POSITIVE_INFINITY };

/** See `Command`. */
export const run = defineCommand(expected, async ({ positionals, root, print }) => {
  if (positionals.length > 0) return testResources(positionals, root);
  const outcomes = await runSteps(STEPS, { atOnce: AT_ONCE, cwd: root });
  const lines = outcomes.map(
    ({ name, ok, seconds }) => `  ${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(0)} s)`,
  );
  print(`\n${lines.join('\n')}`);
  return outcomes.every(({ ok }) => ok) ? 0 : 1;
});

/** The generated tests of entries, of a product and of the starter. */
const MATRICES = [
  'backend/entries.api.test.ts',
  'backend/engine/src/records/resources/every-entry.api.test.ts',
];

/** Glob patterns of the other tests of a resource: of its extension, and in folders with its name. */
const ownTests = (name: string) => [
  `{backend,contract,frontend}/extensions/${name}/**/*.test.{ts,tsx}`,
  `contract/extensions/${name}.test.ts`,
  `backend/engine/src/*/${name}/**/*.test.ts`,
  `frontend/engine/src/app/${name}/**/*.test.{ts,tsx}`,
];

/**
 * Runs the tests of some resources; returns the exit code.
 * @throws CommandError for an unknown resource.
 */
export async function testResources(names: readonly string[], root: string): Promise<number> {
  const { loadProduct } = await import('@bindery/contract/api/load-product.ts');
  const { resources } = await loadProduct(root);
  const chosen = names.map((name) => resourceNamed(name, resources));
  // Users have no entry's tests: sign-in stores them.
  const matrices = chosen.some(({ managedBy }) => managedBy === 'app') ? MATRICES : [];
  const files = globSync([...matrices, ...names.flatMap(ownTests)], { cwd: root }).sort();
  if (files.length === 0) throw new CommandError(`There are no tests of ${names.join(', ')}.`);
  const command = `node backend/launch.mjs vitest run ${files.join(' ')}`;
  const step = { name: names.join(), command, env: { TEST_RESOURCES: names.join() } };
  const [outcome] = await runSteps([step], { atOnce: 1, cwd: root });
  return outcome?.ok ? 0 : 1;
}
