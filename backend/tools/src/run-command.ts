import type { Writable } from 'node:stream';
import { nearestWord } from '@bindery/contract/schema/error.ts';
import type { Entry } from './commands.ts';
import { CommandError } from './resource-commands/command.ts';

interface Running {
  readonly commands: Readonly<Record<string, Entry>>;
  /** The folder of the product. */
  readonly root: string;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

const UNKNOWN = 2;

/**
 * Runs the command named by the first one or two arguments; returns the exit code: 1 if it fails, 2 for an
 * unknown one. Without arguments, or with `--help`, lists the commands; `help plan` is `plan --help`.
 */
export async function runCommand(given: readonly string[], running: Running): Promise<number> {
  const { commands, root, print, printError } = running;
  const isHelp = given[0] === 'help';
  const words = isHelp ? given.slice(1) : given;
  if (words.length === 0 || ['--help', '-h'].includes(words[0]!)) {
    print(listOf(commands));
    return 0;
  }
  const name = [words.slice(0, 2).join(' '), words[0]!].find((one) => Object.hasOwn(commands, one));
  if (name === undefined) {
    printError(unknown(words, commands));
    return UNKNOWN;
  }
  const { load, summary } = commands[name]!;
  if (isHelp) print(`bindery ${name}: ${summary}\n`);
  const command = await load().catch((error: unknown) => {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    printError(`The command "${name}" cannot be loaded: ${reason}`);
  });
  if (!command) return 1;
  try {
    const args = isHelp ? ['--help'] : words.slice(name.split(' ').length);
    return (await command.run(args, { root })) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandError)) return await fail(error, root);
    printError(error.message);
    return 1;
  }
}

/** The dependencies of error handling are imported only after a failure: they load much of the engine. */
async function fail(error: unknown, root: string): Promise<never> {
  const { describeFailure, formatFailure } = await import('./dev/describe-failure.ts');
  process.stderr.write(`\n${formatFailure(describeFailure(error, root))}\n`);
  process.exit(1);
}

function unknown(words: readonly string[], commands: Running['commands']): string {
  const names = Object.keys(commands);
  const [first = ''] = words;
  const meant =
    nearestWord(words.slice(0, 2).join(' '), names) ??
    names.find((name) => name.startsWith(`${first} `)) ??
    nearestWord(first, names);
  const hint = meant ? ` Did you mean "${meant}"?` : '';
  return `There is no command ${JSON.stringify(first)}.${hint}\n\n${listOf(commands)}`;
}

function listOf(commands: Running['commands']): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}   ${summary}`);
  return ['bindery <command>', '', ...lines, '', 'bindery help <command> says how to call it.'].join('\n');
}

/** Lets a command finish after its output's reader has closed the pipe: `npm run bindery plan | head`. */
export function ignoreClosedPipe(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
