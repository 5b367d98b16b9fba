import { readFileSync } from 'node:fs';
import { matchesGlob, relative } from 'node:path';
import { SLOW } from '@bindery/backend/testing/chosen-tests.ts';
import { mocksModules } from '@bindery/frontend/testing/mocks-modules.ts';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Orders test files so that files of one project and environment follow each other: a worker only runs such
 * files. Slow ones come first: by default large files do, but a short file may be slow too. Files that
 * replace modules come last, because the next file must load the modules again.
 */
export class SharedWorkers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), groupOf);
    return [...groups.values()].flatMap(inOrder);
  }
}

function groupOf({ project, moduleId }: TestSpecification): string {
  const [firstLine = ''] = readFileSync(moduleId, 'utf8').split('\n', 1);
  return `${project.name} ${/@vitest-environment (\w+)/.exec(firstLine)?.[1] ?? ''}`;
}

function inOrder(files: readonly TestSpecification[]): TestSpecification[] {
  const { slow = [], other = [], mocking = [] } = Object.groupBy(files, kindOf);
  return [...slow, ...other, ...mocking];
}

function kindOf({ project, moduleId }: TestSpecification) {
  if (mocksModules(moduleId)) return 'mocking';
  const path = relative(project.config.root, moduleId);
  return SLOW.some((pattern) => matchesGlob(path, pattern)) ? 'slow' : 'other';
}
