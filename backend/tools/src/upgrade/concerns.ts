import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UpgradeStep } from './steps.ts';

const NEVER = ['**/node_modules/**', 'dist/**', '.data/**', 'packages/**'];

/** Returns the places of a product that a step concerns, as `file:line`; undefined if it concerns every product. */
export function placesOf({ in: patterns, finds }: UpgradeStep, root: string): string[] | undefined {
  if (patterns === undefined) return undefined;
  const files = globSync(patterns, { cwd: root, exclude: NEVER })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  if (finds === undefined) return files;
  const wanted = new RegExp(finds);
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (wanted.test(line) ? [`${file}:${index + 1}`] : [])),
  );
}
