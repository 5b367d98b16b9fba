import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a Debian package if possible: as root, on a system with apt. Returns whether it did. */
export function installFromDebian(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  return run('update') && run('install', '--yes', '--no-install-recommends', name);
}

function run(...args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
}
