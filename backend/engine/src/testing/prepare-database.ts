import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCluster } from '#backend/database/create-cluster.ts';

/**
 * Puts the files of a new embedded database into a data folder: a server that creates them itself takes 4 s of CPU time.
 * They are created once for the packages of the product in `root`.
 */
export async function prepareDatabase(dataDir: string, root: string): Promise<void> {
  const cache = join(root, 'node_modules', '.cache', 'bindery');
  const packages = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const prepared = join(cache, `database-${packages.digest('hex').slice(0, 24)}`);
  if (!existsSync(prepared)) {
    mkdirSync(cache, { recursive: true });
    // Renamed only when complete, because other processes look for it at the same time.
    const unfinished = `${prepared}.${randomUUID()}`;
    await createCluster(unfinished);
    if (existsSync(prepared)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, prepared);
  }
  cpSync(prepared, join(dataDir, 'database'), { recursive: true });
}
