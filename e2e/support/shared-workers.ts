import { readFileSync } from 'node:fs';
import { matchesGlob, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SLOW } from '#backend/testing/chosen-tests.ts';

/**
 * Orders test files so that those of one project and environment follow each other: a worker only takes such files.
 * Slow ones come first: by default a large file does, and a short one may test what takes long.
 */
export class SharedWorkers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), groupOf);
    return [...groups.values()].flatMap(slowFirst);
  }
}

function groupOf({ project, moduleId }: TestSpecification): string {
  const [firstLine = ''] = readFileSync(moduleId, 'utf8').split('\n', 1);
  return `${project.name} ${/@vitest-environment (\w+)/.exec(firstLine)?.[1] ?? ''}`;
}

function slowFirst(files: readonly TestSpecification[]): TestSpecification[] {
  const { slow = [], other = [] } = Object.groupBy(files, (file) => (isSlow(file) ? 'slow' : 'other'));
  return [...slow, ...other];
}

const isSlow = ({ project, moduleId }: TestSpecification): boolean =>
  SLOW.some((pattern) => matchesGlob(relative(project.config.root, moduleId), pattern));
