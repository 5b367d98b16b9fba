import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { JsonConflict, mergeJson } from './merge-json.ts';

/*
 * A merge driver of git for JSON files (docs/upgrading.md): takes the paths of the common version, of ours, which it
 * replaces by the result, and of theirs. Exits with 1 if there is a conflict, which it then marks as git does.
 */

const [base = '', ours = '', theirs = ''] = process.argv.slice(2);

/** A file that both sides have added has an empty common version. */
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8').trim() || '{}');

try {
  const merged = mergeJson({ base: read(base), ours: read(ours), theirs: read(theirs) });
  writeFileSync(ours, `${JSON.stringify(merged, null, 2)}\n`);
} catch (error) {
  if (!(error instanceof JsonConflict) && !(error instanceof SyntaxError)) throw error;
  const labels = ['-L', 'yours', '-L', 'common', '-L', 'theirs'];
  const { status } = spawnSync('git', ['merge-file', ...labels, ours, base, theirs], { stdio: 'inherit' });
  process.exitCode = status === 0 ? 0 : 1;
}
