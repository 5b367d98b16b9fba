import { fileURLToPath } from 'node:url';
import { keepRunning } from '@bindery/tools/dev/keep-running.ts';
import { serverSources } from '@bindery/tools/dev/server-sources.ts';

// A change of any of these files restarts the server. Pages are updated by Vite without a restart.
const stop = keepRunning({
  command: process.execPath,
  args: [fileURLToPath(new URL('./main.ts', import.meta.url)), '--dev'],
  sources: serverSources,
  print: (line) => process.stdout.write(`\n  ${line}\n\n`),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop(signal).then(() => process.exit(0)));
