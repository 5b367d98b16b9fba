import { nearestWord } from '@bindery/contract/schema/names.ts';
import { type Command, CommandError } from './command.ts';

interface Running {
  readonly commands: Readonly<Record<string, Command>>;
  readonly print: (text: string) => void;
}

/**
 * Runs the subcommand that the first argument names, and returns the exit code. Without one, or with `--help`, lists
 * them.
 *
 * @throws CommandError for an unknown one, with the one that was probably meant.
 */
export async function runCommand(
  [name, ...args]: readonly string[],
  { commands, print }: Running,
): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    print(listOf(commands));
    return 0;
  }
  if (!Object.hasOwn(commands, name)) {
    const meant = nearestWord(name, Object.keys(commands));
    const hint = meant ? ` Did you mean "${meant}"?` : '';
    throw new CommandError(`There is no subcommand ${JSON.stringify(name)}.${hint}\n\n${listOf(commands)}`);
  }
  return (await commands[name]!.run(args)) ?? 0;
}

function listOf(commands: Readonly<Record<string, Command>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}   ${summary}`);
  return [
    'npm run resource <subcommand>',
    '',
    ...lines,
    '',
    'Options of a subcommand stand after --: npm run resource plan -- --help',
  ].join('\n');
}
