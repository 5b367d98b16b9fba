import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const FORMAT = ['check', '--write', '--linter-enabled=false', '--vcs-enabled=false'];

/**
 * Writes files below a folder, formats them, runs what belongs to them; if a step fails, no file changes.
 * @param edits the contents by file
 */
export function writeFiles<Result>(
  root: string,
  edits: ReadonlyMap<string, string>,
  next: () => Result,
): Result {
  const before = Array.from(edits.keys(), (file) => {
    const path = join(root, file);
    return [path, existsSync(path) ? readFileSync(path, 'utf8') : undefined] as const;
  });
  try {
    for (const [file, content] of edits) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), content);
    }
    // Without files, all of the project would be formatted.
    if (edits.size > 0) runNode(root, [BIOME, ...FORMAT, ...edits.keys()], 'Biome could not format them:\n');
    return next();
  } catch (error) {
    for (const [path, content] of before)
      content === undefined ? rmSync(path, { force: true }) : writeFileSync(path, content);
    throw error;
  }
}

/**
 * Runs a command of Node.js in a folder and returns its output.
 * @throws Error with `problem` and what it has printed, if it fails.
 */
export function runNode(root: string, command: readonly string[], problem = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${problem}${stdout}${stderr}`.trim());
  return stdout;
}
