import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The three versions of a merge: that of the common commit, and those of both sides. */
export interface Versions<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/** What a merge has come to: with `hasConflict`, the text has the marks of git where both sides have changed it. */
export interface MergedText {
  readonly text: string;
  readonly hasConflict: boolean;
}

const LABELS = ['-L', 'yours', '-L', 'common', '-L', 'theirs'];

/** Merges text line by line, as git does. Throws Error when git cannot be run. */
export function mergeText({ base, ours, theirs }: Versions<string>): MergedText {
  if (ours === theirs || base === theirs) return { text: ours, hasConflict: false };
  if (base === ours) return { text: theirs, hasConflict: false };
  const folder = mkdtempSync(join(tmpdir(), 'merge-text-'));
  try {
    const files = [ours, base, theirs].map((text, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, text);
      return file;
    });
    const command = ['merge-file', '--stdout', ...LABELS, ...files];
    const { status, stdout, stderr, error } = spawnSync('git', command, { encoding: 'utf8' });
    // Its status is the number of conflicts, up to 127, and larger when it has failed.
    if (status === null || status > 127) throw new Error(`git merge-file failed: ${error ?? stderr}`);
    return { text: stdout, hasConflict: status > 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
