import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productRoot } from '@bindery/contract/api/product.ts';

const folder = () => join(productRoot(), 'node_modules', '.cache', 'bindery');

/** Glob patterns of all files that a migrated database depends on. */
const SOURCES = [
  'migrations/*',
  'resources.config.ts',
  'contract/engine/src/{schema,testing}/**/*.ts',
  'backend/engine/src/database/**/*.ts',
  'backend/engine/src/testing/{create-tables,database}.ts',
  'package-lock.json',
];

/**
 * Returns the packed database of that name from the cache, or creates it again if one of its sources has
 * changed: creating one would add seconds to every test file.
 */
export async function cachedTemplate(name: string, pack: () => Promise<Blob>): Promise<Blob> {
  const file = join(folder(), `${name}-${hashOfSources()}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const packed = await pack();
  mkdirSync(folder(), { recursive: true });
  // Renamed only when complete, because other workers look for it at the same time.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await packed.arrayBuffer()));
  renameSync(unfinished, file);
  return packed;
}

function hashOfSources() {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: productRoot() }).sort();
  for (const file of files) hash.update(file).update(readFileSync(join(productRoot(), file)));
  return hash.digest('hex').slice(0, 24);
}
