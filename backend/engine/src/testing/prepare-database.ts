import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Puts the files of a new embedded database into a data folder: a server that creates them itself takes 4 s
 * of CPU time. They are created once for a version of PGlite, below `root`, the folder of the product.
 */
export async function prepareDatabase(dataDir: string, root: string): Promise<void> {
  const cache = join(root, 'node_modules', '.cache', 'bindery');
  const prepared = join(cache, `database-${versionOfPglite()}`);
  if (!existsSync(prepared)) {
    mkdirSync(cache, { recursive: true });
    // Each worker of Playwright reads the config that imports this file: only the first run needs the
    // database's modules.
    const { createCluster } = await import('#backend/database/pglite.ts');
    // Renamed only when complete, because other processes look for it at the same time.
    const unfinished = `${prepared}.${randomUUID()}`;
    await createCluster(unfinished);
    if (existsSync(prepared)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, prepared);
  }
  cpSync(prepared, join(dataDir, 'database'), { recursive: true });
}

function versionOfPglite(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return JSON.parse(readFileSync(join(dirname(main), '..', 'package.json'), 'utf8')).version;
}
