import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const EXTENSIONS = 'frontend/extensions';

/** Returns the sources of the server: a change to any of them restarts it. Pages are updated by Vite without a restart. */
const sources = (): string[] => [
  ...['backend', 'contract', 'product.ts', 'resources.config.ts', '.env'].filter((path) => existsSync(path)),
  // The page tables, and what extensions add to generated pages: the server reads them too.
  ...globSync(`${EXTENSIONS}/*/{pages,manager,home}.ts`),
];

let watched = sources();
let server = start();
let isRestarting = false;

function start(): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      // Plain --watch loses track of a file that an editor saves by renaming; --watch-path does not.
      ...watched.map((path) => `--watch-path=${path}`),
      '--watch-preserve-output',
      fileURLToPath(new URL('./main.ts', import.meta.url)),
      '--dev',
    ],
    { stdio: 'inherit' },
  );
  child.once('exit', (code) => {
    if (!isRestarting) process.exit(code ?? 0);
    isRestarting = false;
    server = start();
  });
  return child;
}

// A file that is new, or has gone, cannot be in the list of paths: the server starts with another one.
if (existsSync(EXTENSIONS))
  watch(EXTENSIONS, { recursive: true }, () => {
    const now = sources();
    if (isRestarting || now.join() === watched.join()) return;
    watched = now;
    isRestarting = true;
    server.kill('SIGTERM');
  });

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
