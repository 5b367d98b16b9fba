import { fileURLToPath } from 'node:url';
import { keepRunning } from './dev/keep-running.ts';

const EXTENSIONS = 'frontend/extensions';

// A change of any of these files restarts the server. Pages are updated by Vite without a restart.
const stop = keepRunning({
  command: process.execPath,
  args: [fileURLToPath(new URL('./main.ts', import.meta.url)), '--dev'],
  sources: {
    root: process.cwd(),
    folders: ['backend', 'contract', 'frontend/extensions'],
    files: [
      '{backend,contract}/**/*.{ts,json}',
      '{product,resources.config}.ts',
      '.env',
      // The page tables, and what extensions add to generated pages: the server reads them too.
      `${EXTENSIONS}/*/{pages,manager,home}.ts`,
    ],
    exclude: ['**/*.test.ts'],
  },
  print: (line) => process.stdout.write(`\n  ${line}\n\n`),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop(signal).then(() => process.exit(0)));
