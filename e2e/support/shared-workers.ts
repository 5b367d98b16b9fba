import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Orders test files so that those of one project and environment follow each other: a worker only takes such files. */
export class SharedWorkers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), groupOf);
    return [...groups.values()].flat();
  }
}

function groupOf({ project, moduleId }: TestSpecification): string {
  const [firstLine = ''] = readFileSync(moduleId, 'utf8').split('\n', 1);
  return `${project.name} ${/@vitest-environment (\w+)/.exec(firstLine)?.[1] ?? ''}`;
}
