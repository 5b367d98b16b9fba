import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from '#backend/database/data-folder.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/**
 * Returns the secret that signs cookies and codes: AUTH_SECRET, or else a random one stored in the data
 * folder, readable only by its owner. Processes that start at the same time use the first one written.
 */
export function authSecret({ authSecret, dataDir }: Pick<Settings, 'authSecret' | 'dataDir'>): string {
  if (authSecret) return authSecret;
  const file = join(dataDir, 'auth-secret');
  createDataFolder(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
