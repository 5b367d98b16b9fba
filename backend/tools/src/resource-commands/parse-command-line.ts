import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { unknownName } from '@bindery/contract/schema/error.ts';
import { CommandError } from './command.ts';

interface Expected<O extends ParseArgsOptionsConfig> {
  readonly options: O;
  readonly usage: string;
  /** The maximum number of positional arguments; none by default. */
  readonly positionals?: number;
}

const HELP = { help: { type: 'boolean', short: 'h', default: false } } as const;

/**
 * Parses the arguments of a subcommand, each of which has `--help`.
 * @throws CommandError that names the invalid argument, with the usage.
 */
export function parseCommandLine<const O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { options, usage, positionals: most = 0 }: Expected<O>,
) {
  const parsed = parse([...args], { ...options, ...HELP }, usage);
  const asksForHelp = 'help' in parsed.values && parsed.values.help === true;
  if (parsed.positionals.length > most && !asksForHelp) {
    const extra = JSON.stringify(parsed.positionals[most]);
    // npm consumes the options before --, and passes their values on.
    throw new CommandError(`${extra} is one argument too many. Options stand after --, for npm.\n\n${usage}`);
  }
  return parsed;
}

function parse<const O extends ParseArgsOptionsConfig>(args: string[], options: O, usage: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [, name] = /'--?([^' ]+)/.exec((error as Error).message) ?? [];
    const isUnknown = name !== undefined && !Object.hasOwn(options, name);
    const problem = isUnknown
      ? `--${name} ${unknownName(name, Object.keys(options))}`
      : (error as Error).message;
    throw new CommandError(`${problem}\n\n${usage}`);
  }
}
