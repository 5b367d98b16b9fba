import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { unknownName } from '@bindery/contract/schema/error.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';

const MATRIX = 'backend/engine/src/records/resources/every-entry.api.test.ts';
const PROJECTS = ['api', 'unit'];

/** Glob patterns of the tests that a resource has beside those of its entry: of its extension and of its features. */
const ownTests = (name: string) => [
  `{backend,contract,frontend}/extensions/${name}/**/*.test.{ts,tsx}`,
  `contract/extensions/${name}.test.ts`,
  `backend/engine/src/*/${name}/**/*.test.ts`,
  `frontend/engine/src/app/${name}/**/*.test.{ts,tsx}`,
];

/** Which tests to run for some resources, or why there are none. */
export type ChosenTests = { readonly files: readonly string[] } | { readonly problem: string };

/** Returns the test files of some resources: the tests made from their entries, and those in folders with their names. */
export function findTests(
  names: readonly string[],
  resources: Readonly<Record<string, Resource>>,
): ChosenTests {
  const known = Object.keys(resources);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return {
      problem: unknown.map((name) => `The resource "${name}" ${unknownName(name, known)}`).join('\n'),
    };
  const hasMatrix = names.some((name) => resources[name]?.managedBy === 'app');
  const files = [...(hasMatrix ? [MATRIX] : []), ...globSync(names.flatMap(ownTests)).sort()];
  return files.length > 0 ? { files } : { problem: `There are no tests of ${names.join(', ')}.` };
}

/** Runs the tests of some resources of resources.config.ts; returns the exit code. */
export async function testResources(names: readonly string[]): Promise<number> {
  const { default: resources } = await import('#resources.config');
  const found = findTests(names, resources);
  if ('problem' in found) {
    process.stderr.write(`${found.problem}\n`);
    return 1;
  }
  const projects = PROJECTS.flatMap((project) => ['--project', project]);
  const tests = spawn(
    process.execPath,
    ['backend/launch.mjs', 'vitest', 'run', ...projects, ...found.files],
    { stdio: 'inherit', env: { ...process.env, TEST_RESOURCES: names.join() } },
  );
  process.once('exit', () => tests.kill());
  const [code] = await once(tests, 'exit');
  return code ?? 1;
}
