import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Sources of the server: a change to any of them restarts it. Pages are updated by Vite without a restart. */
const WATCHED = [
  ...['backend', 'contract', 'product.ts', 'resources.config.ts', '.env'].filter((path) => existsSync(path)),
  // The page tables, and what extensions add to generated pages: the server reads them too.
  ...globSync('frontend/extensions/*/{pages,manager,home}.ts'),
];

const server = spawn(
  process.execPath,
  [
    // Plain --watch loses track of a file that an editor saves by renaming; --watch-path does not.
    ...WATCHED.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    fileURLToPath(new URL('./main.ts', import.meta.url)),
    '--dev',
  ],
  { stdio: 'inherit' },
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 0));
