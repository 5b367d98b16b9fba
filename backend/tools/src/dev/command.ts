import { createRequire } from 'node:module';
import type { CommandContext } from '#tools/resource-commands/command.ts';
import { parseCommandLine } from '#tools/resource-commands/parse-command-line.ts';
import { keepRunning } from './keep-running.ts';
import { serverSourcesIn } from './server-sources.ts';

/** The program that the command keeps running: a source module, or a compiled one. */
const SERVER = createRequire(import.meta.url).resolve('#tools/dev/server.ts');

/** See `Command`. */
export function run(args: readonly string[], { root }: CommandContext): undefined {
  const usage = 'npm run dev';
  if (parseCommandLine(args, { usage, options: {} }).values.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  // A change of any of these files restarts the server. Vite updates pages without a restart.
  const stop = keepRunning({
    command: process.execPath,
    args: [SERVER, root],
    sources: serverSourcesIn(root),
    print: (line) => process.stdout.write(`\n  ${line}\n\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop(signal).then(() => process.exit(0)));
}
