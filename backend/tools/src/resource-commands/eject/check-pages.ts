import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import {
  compareStates,
  type EntryChanges,
  type EntryComment,
  entryState,
  readComment,
  replaceComment,
} from './entry-state.ts';

/** A page that `npm run bindery eject` wrote. */
interface EjectedPage {
  readonly file: string;
  readonly source: string;
  readonly comment: EntryComment;
}

function ejectedPages(root: string): EjectedPage[] {
  return globSync('frontend/extensions/*/manager/*.tsx', { cwd: root })
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const comment = readComment(source);
      return comment ? { file, source, comment } : [];
    });
}

/** The result of a check: the number of pages, and the ones to review. */
interface CheckResult {
  readonly pages: number;
  readonly problems: readonly string[];
}

/** Compares the ejected pages of a folder with the entries; reports the changes since they were written. */
export function checkPages(root: string, resources: AllResources): CheckResult {
  const pages = ejectedPages(root);
  return { pages: pages.length, problems: pages.flatMap((page) => problemOf(page, resources)) };
}

function problemOf({ file, comment }: EjectedPage, resources: AllResources): string[] {
  const { resource: name, page } = comment;
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  if (!resource) return [`${file} is a page of ${name}, which resources.config.ts no longer has.`];
  const changes = linesOf(compareStates(comment, entryState(resource, page), formerNames(resource)));
  return changes.length > 0
    ? [[`The entry of ${name} has changed since ${file} was ejected:`, ...changes].join('\n')]
    : [];
}

const formerNames = ({ fields }: Resource): ReadonlyMap<string, string> =>
  new Map(
    Object.values<ResourceField>(fields).flatMap(({ name, was }) =>
      was === undefined ? [] : [[name, was] as const],
    ),
  );

const linesOf = ({ renamed, added, removed, changed, parts }: EntryChanges): string[] =>
  Object.entries({ renamed, added, removed, changed, 'other order or sections': parts })
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `  ${what}: ${names.join(', ')}`);

/** Records the current entries in the ejected pages. Returns the changed files. */
export function acceptPages(root: string, resources: AllResources): string[] {
  return ejectedPages(root).flatMap(({ file, source, comment }) => {
    const resource = Object.hasOwn(resources, comment.resource) ? resources[comment.resource] : undefined;
    const next = resource && replaceComment(source, resource, comment.page);
    if (next === undefined || next === source) return [];
    writeFileSync(join(root, file), next);
    return file;
  });
}
