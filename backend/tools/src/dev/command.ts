import { resolve } from 'node:path';
import type { CommandContext } from '#tools/resource-commands/command.ts';
import { parseCommandLine } from '#tools/resource-commands/parse-command-line.ts';
import { keepRunning } from './keep-running.ts';
import { serverSources } from './server-sources.ts';

/** See `Command`. */
export function run(args: readonly string[], { root }: CommandContext): undefined {
  const usage = 'npm run dev';
  if (parseCommandLine(args, { usage, options: {} }).values.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  // A change of any of these files restarts the server. Pages are updated by Vite without a restart.
  const stop = keepRunning({
    command: process.execPath,
    args: [resolve(root, 'backend/main.ts'), '--dev'],
    sources: serverSources,
    print: (line) => process.stdout.write(`\n  ${line}\n\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop(signal).then(() => process.exit(0)));
}
