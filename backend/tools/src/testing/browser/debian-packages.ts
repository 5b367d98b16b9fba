import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a Debian package if possible: as root, on a system with apt. Returns whether it did. */
export function installFromDebian(name: string): boolean {
  return mayInstall() && run('update') && install(name);
}

/**
 * Installs a Debian package in the version of another one, from the known lists of packages. Returns whether
 * it did; not if the other one is not installed.
 */
export function installInVersionOf(other: string, name: string): boolean {
  if (!mayInstall()) return false;
  const { stdout } = spawnSync('dpkg', ['--status', other], { encoding: 'utf8' });
  const version = /^Status: install ok installed$/m.test(stdout) && /^Version: (.+)$/m.exec(stdout)?.[1];
  return Boolean(version) && install(`${name}=${version}`);
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Without a network, apt gives up soon. */
const install = (name: string) =>
  run('-o', 'Acquire::http::Timeout=10', 'install', '--yes', '--no-install-recommends', name);

function run(...args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
}
