import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#backend/settings.ts';

/**
 * What cookies and codes are signed with: AUTH_SECRET, or on the own machine a random one that is made once and
 * kept in the data folder, readable by its owner alone. Two processes that start at once agree on the first one.
 */
export function authSecret({ authSecret, dataDir }: Pick<Settings, 'authSecret' | 'dataDir'>): string {
  if (authSecret) return authSecret;
  const file = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
