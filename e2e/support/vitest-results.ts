import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { describeError, errorOutside, type TestResult, writeResults } from './test-results.ts';

/**
 * A reporter of Vitest that writes its results for the summary. Vitest's own one lacks the errors outside of
 * tests.
 */
export default class VitestResults implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeResults([
      ...modules.flatMap((module) => [...module.children.allTests()].map(toResult)),
      ...modules.flatMap(errorsOf),
      ...unhandled.map((error) => errorOutside(describe(error))),
    ]);
  }
}

const fileOf = (module: TestModule) => relative('.', module.moduleId);

function toResult(test: TestCase): TestResult {
  const { state, errors = [] } = test.result();
  return {
    id: test.id,
    file: fileOf(test.module),
    name: `${test.fullName.replaceAll(' > ', ' › ')} [${test.project.name}]`,
    // A test that never ended, because its process did, has not passed.
    outcome: state === 'pending' ? 'failed' : state,
    ...(errors[0] && { error: describe(errors[0]) }),
  };
}

/** Returns the errors of a file and its groups outside of their tests, which are those of hooks. */
const errorsOf = (module: TestModule) =>
  [module, ...module.children.allSuites()].flatMap((group) =>
    group.errors().map((error) => errorOutside(describe(error), fileOf(module))),
  );

function describe({ name, message, stacks }: SerializedError): string {
  const place = stacks?.find(({ file }) => !file.includes('node_modules'));
  return describeError(name && name !== 'Error' ? `${name}: ${message}` : message, place);
}
