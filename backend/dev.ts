import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the server is made of: it starts anew after a change to any of it. Pages change without that. */
const WATCHED = ['backend', 'contract', 'resources.config.ts', '.env'].filter((path) => existsSync(path));

const server = spawn(
  process.execPath,
  [
    // Plain --watch loses a file that an editor saves by renaming; a watched path sees every save.
    ...WATCHED.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    fileURLToPath(new URL('./main.ts', import.meta.url)),
    '--dev',
  ],
  { stdio: 'inherit' },
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 0));
