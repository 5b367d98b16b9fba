import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DatabaseUnavailable } from './connection-errors.ts';

const PROGRAM = createRequire(import.meta.url).resolve('#backend/database/create-cluster-process.ts');

/**
 * Creates the files of an embedded database in a folder, unless the folder exists. A separate process does
 * so, because its exit frees the memory of three instances of PostgreSQL (docs/decisions/memory.md). It works
 * in a temporary folder, so that an interruption leaves nothing that looks like a database.
 * @throws DatabaseUnavailable if the process is killed; what PGlite throws, such as a file system error.
 */
export async function createCluster(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const prefix = `${folder}.unfinished-`;
  for (const left of globSync(`${prefix}*`)) rmSync(left, { recursive: true, force: true });
  const unfinished = mkdtempSync(prefix);
  const child = fork(PROGRAM, [unfinished], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  // The process sends only a failure, as the error's properties: errors of PGlite's file system do not
  // survive cloning.
  let failure: Error | undefined;
  child.once('message', (given: object) => {
    failure = Object.assign(new Error('The database could not be created.'), given);
  });
  const [code] = await once(child, 'exit');
  if (code === 0) return renameSync(unfinished, folder);
  rmSync(unfinished, { recursive: true, force: true });
  throw failure ?? new DatabaseUnavailable(`The database in ${folder} could not be created.`);
}
