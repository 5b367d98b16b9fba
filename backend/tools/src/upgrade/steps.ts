import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A step of a version: an item of a block ```` ```json upgrade ```` in CHANGELOG.md. */
const step = z.strictObject({
  /** The instruction, a sentence. */
  do: z.string().min(1),
  /** Glob patterns of affected files in the product's folder; without them the step concerns all products. */
  in: z.union([z.string(), z.array(z.string())]).optional(),
  /** A regular expression: the step names matching lines. Without it, it names files. */
  finds: z.string().optional(),
});

type UpgradeStep = z.infer<typeof step>;

/** The steps of a version. */
interface VersionSteps {
  readonly version: string;
  readonly steps: readonly UpgradeStep[];
}

const BLOCK = /^```json upgrade\n([\s\S]*?)^```/gm;

/**
 * Reads the steps of each version from a changelog, the newest version first. Unreleased changes belong to
 * the version that contains the changelog.
 * @throws Error that names the version with an invalid block.
 */
export function readSteps(changelog: string, packaged: string): VersionSteps[] {
  const [, ...sections] = changelog.split(/^## \[/m);
  return sections.map((section) => {
    const name = section.slice(0, section.indexOf(']'));
    const version = name === 'Unreleased' ? packaged : name;
    const blocks = [...section.matchAll(BLOCK)].map(([, text = '']) => text);
    try {
      return { version, steps: blocks.flatMap((block) => z.array(step).parse(JSON.parse(block))) };
    } catch (error) {
      throw new Error(`CHANGELOG.md, ${name}: ${(error as Error).message}`);
    }
  });
}

/** Returns a negative number if a version is older than another one, a positive number if it is newer. */
export function compareVersions(one: string, other: string): number {
  const release = (version: string) => version.split('-')[0]!;
  return release(one).localeCompare(release(other), 'en', { numeric: true });
}

/** Returns the versions after one and up to another, the oldest first. */
export const stepsBetween = (all: readonly VersionSteps[], from: string, to: string): VersionSteps[] =>
  all
    .filter(({ version }) => compareVersions(version, from) > 0 && compareVersions(version, to) <= 0)
    .sort((a, b) => compareVersions(a.version, b.version));

const NEVER = ['**/node_modules/**', 'dist/**', '.data/**', 'packages/**'];

/** Returns the places of a product that a step concerns, as `file:line`; undefined for every product. */
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
