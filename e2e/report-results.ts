import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { describeError } from './describe-error.ts';
import type { Results, RunError, TestResult } from './test-results.ts';

/**
 * A reporter of Vitest that writes the results to the file in VITEST_RESULTS_FILE. Its own JSON report lacks the
 * errors outside of tests.
 */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const results: Results = {
      tests: modules.flatMap((module) => [...module.children.allTests()].map(toResult)),
      errors: [...modules.flatMap(errorsOf), ...unhandled.map((error) => ({ error: describe(error) }))],
    };
    const file = process.env.VITEST_RESULTS_FILE!;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(results));
  }
}

const fileOf = (module: TestModule) => relative('.', module.moduleId);

function toResult(test: TestCase): TestResult {
  const { state, errors = [] } = test.result();
  return {
    id: test.id,
    file: fileOf(test.module),
    name: test.fullName.replaceAll(' > ', ' › '),
    // A test that never ended, because its process did, has not passed.
    outcome: state === 'pending' ? 'failed' : state,
    ...(errors[0] && { error: describe(errors[0]) }),
  };
}

/** Returns the errors of a file and its groups outside of their tests, which are those of hooks. */
function errorsOf(module: TestModule): RunError[] {
  const groups = [module, ...module.children.allSuites()];
  return groups.flatMap((group) =>
    group.errors().map((error) => ({ file: fileOf(module), error: describe(error) })),
  );
}

function describe({ name, message, stacks }: SerializedError): string {
  const place = stacks?.find(({ file }) => !file.includes('node_modules'));
  return describeError(name && name !== 'Error' ? `${name}: ${message}` : message, place);
}
