import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { CommandError } from '../command.ts';
import { loadConfig } from '../load-config.ts';

/**
 * Replaces the source of a config as a whole, after loading the new one and making its tables and endpoints: a reader
 * never sees a half of it, and one that would not start is never written.
 *
 * @throws CommandError that says why it was not written.
 */
export async function writeConfig(
  file: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  try {
    const resources = await loadConfig(after);
    createEntities(resources);
    createRoutes(resources, {});
  } catch (error) {
    throw new CommandError(`Nothing was written, as the server would not start:\n${messageOf(error)}`);
  }
  // An editor may have the file open behind a link.
  const target = realpathSync(file);
  if (readFileSync(target, 'utf8') !== before)
    throw new CommandError(`Nothing was written, as ${file} has changed meanwhile. Try again.`);
  const written = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(written, after, { flag: 'wx', mode: statSync(target).mode });
    renameSync(written, target);
  } catch (error) {
    rmSync(written, { force: true });
    throw new CommandError(`Nothing was written: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
