import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules', '.cache', 'bindery');

/** What a migrated database depends on. */
const SOURCES = [
  'migrations/*',
  'resources.config.ts',
  'contract/{schema,testing}/**/*.ts',
  'backend/{database,auth/schema}/**/*.ts',
  'backend/testing/database.ts',
  'package-lock.json',
];

/**
 * The packed database of that name, as it was kept the last time, or made anew when anything it depends on has
 * changed: making one takes seconds of every test file's time.
 */
export async function keptTemplate(name: string, pack: () => Promise<Blob>): Promise<Blob> {
  const file = join(FOLDER, `${name}-${hashOfSources()}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const packed = await pack();
  mkdirSync(FOLDER, { recursive: true });
  // Under its final name only when it is whole: other workers look for it at the same time.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await packed.arrayBuffer()));
  renameSync(unfinished, file);
  return packed;
}

function hashOfSources() {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT }).sort();
  for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 24);
}
