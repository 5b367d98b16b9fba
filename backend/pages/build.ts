import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
 * The build runs in a process of its own, which leaves nothing of Vite in the memory of the server.
 *
 * @throws BuildFailed after Vite has said what is wrong.
 */
export async function buildWhenOutOfDate(): Promise<void> {
  const sources = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  process.stdout.write('Building the pages…\n');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  // When the server cannot start for another reason, the build must not go on without it.
  const end = () => build.kill();
  process.once('exit', end);
  const code = await new Promise((resolve) => build.once('exit', resolve));
  process.off('exit', end);
  if (code !== 0) throw new BuildFailed('The pages could not be built: the lines above say why.');
  writeFileSync(STAMP, sources);
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
