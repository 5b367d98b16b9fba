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
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STAMP = join(ROOT, 'dist', '.sources');

/** Everything the built frontend is made from. */
const SOURCES = [
  'frontend/**',
  'contract/**',
  'index.html',
  'resources.config.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** The folder the build is served from. */
export const BUILD_FOLDER = join(ROOT, 'dist');

/** The frontend could not be built; Vite has said why. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
}

/**
 * Builds the frontend if anything it is made from has changed since the last time; otherwise does nothing.
 *
 * @throws BuildFailed after Vite has said what is wrong.
 */
export async function buildWhenOutOfDate(): Promise<void> {
  const sources = hashOfSources();
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sources) await build(sources);
}

/** Builds the frontend, whatever was built before. Throws the same. */
export const buildPages = (): Promise<void> => build(hashOfSources());

/**
 * Builds beside the folder and takes its place in the end: a build that fails, or is broken off, leaves the one before
 * it as it was, and two at once do not mix.
 */
async function build(sources: string) {
  process.stdout.write('Building the pages…\n');
  const folder = mkdtempSync(`${BUILD_FOLDER}.`);
  try {
    await runVite(folder);
    writeFileSync(join(folder, basename(STAMP)), sources);
    // A temporary folder is its maker's alone; the server may run as somebody else.
    chmodSync(folder, 0o755);
    if (existsSync(BUILD_FOLDER)) renameSync(BUILD_FOLDER, join(folder, '.before'));
    renameSync(folder, BUILD_FOLDER);
    rmSync(join(BUILD_FOLDER, '.before'), { recursive: true, force: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a process of its own, which leaves nothing of Vite in the memory of the server. */
async function runVite(folder: string) {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, [vite, 'build', ...options], { cwd: ROOT, stdio: 'inherit' });
  // When the server cannot start for another reason, the build must not go on without it.
  const end = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.off('exit', end);
  if (code !== 0) throw new BuildFailed('The pages could not be built: the lines above say why.');
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
