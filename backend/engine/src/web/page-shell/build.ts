import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { productRoot } from '@bindery/contract/api/product.ts';
import { logger } from '#backend/logging/logger.ts';

const BUILDING = 'Building the pages…';

/** In the build: the hash of its sources. */
const STAMP = '.sources';

/** In the build: the code that renders documents on the server. Browsers cannot request it. */
export const SERVER_FOLDER = '.server';

/** Glob patterns of all files that the build depends on. */
const SOURCES = [
  'frontend/**',
  'contract/**',
  'index.html',
  'product.ts',
  'resources.config.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** Returns the folder the build is served from. */
export const buildFolder = (): string => join(productRoot(), 'dist');

/** The frontend build failed; Vite has printed the reason. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
}

/**
 * Builds the frontend if one of its sources has changed since the last build; otherwise does nothing. `check`
 * runs before a build, which takes long: if it throws, nothing is built.
 * @throws BuildFailed after Vite has printed the errors, and whatever `check` throws.
 */
export async function buildWhenOutOfDate(check?: () => Promise<void>): Promise<void> {
  const sources = hashOfSources();
  const stamp = join(buildFolder(), STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  await check?.();
  logger.info(BUILDING);
  await build(sources);
}

/** Always builds the frontend. Throws BuildFailed like `buildWhenOutOfDate`. */
export async function buildPages(): Promise<void> {
  process.stdout.write(`${BUILDING}\n`);
  await build(hashOfSources());
}

/**
 * Builds into a temporary folder that finally replaces the build folder: a failed or interrupted build leaves
 * the previous one intact, and two concurrent builds do not mix.
 */
async function build(sources: string) {
  const built = buildFolder();
  const folder = mkdtempSync(`${built}.`);
  const ofServer = mkdtempSync(`${built}.`);
  try {
    await Promise.all([runVite(folder), runVite(ofServer, '--ssr')]);
    renameSync(ofServer, join(folder, SERVER_FOLDER));
    writeFileSync(join(folder, STAMP), sources);
    // Only its owner can read a temporary folder, but the server may run as another user.
    for (const one of [folder, join(folder, SERVER_FOLDER)]) chmodSync(one, 0o755);
    if (existsSync(built)) renameSync(built, join(folder, '.before'));
    renameSync(folder, built);
    rmSync(join(built, '.before'), { recursive: true, force: true });
  } finally {
    for (const one of [folder, ofServer]) rmSync(one, { recursive: true, force: true });
  }
}

/** Runs Vite in a child process, to keep it out of the server's memory. */
async function runVite(folder: string, ...more: readonly string[]) {
  const root = productRoot();
  // The one that the product's own config is written for.
  const installed = createRequire(join(root, 'package.json')).resolve('vite/package.json');
  const vite = join(installed, '..', 'bin', 'vite.js');
  const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'warn', ...more];
  const child = spawn(process.execPath, [vite, 'build', ...options], { cwd: root, stdio: 'inherit' });
  // If the server fails to start for another reason, the build must not outlive it.
  const end = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.off('exit', end);
  if (code !== 0) throw new BuildFailed('The pages could not be built; see the lines above.');
}

function hashOfSources() {
  const hash = createHash('sha256');
  const root = productRoot();
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
