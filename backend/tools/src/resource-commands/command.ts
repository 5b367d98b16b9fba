import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { unknownName } from '@bindery/contract/schema/error.ts';
import type { AllResources, Resource } from '@bindery/contract/schema/index.ts';

/** The context of a `bindery` command, in addition to its arguments. */
export interface CommandContext {
  /** The folder of the product. */
  readonly root: string;
}

/** A command of `bindery`. */
export interface Command {
  /**
   * Runs the command with the arguments after its name, and returns the exit code; without one it is 0. Loads
   * the product only now, so that its help works while `resources.config.ts` has a mistake.
   * @throws CommandError with a message for the user.
   */
  run(args: readonly string[], context: CommandContext): Promise<number | undefined> | number | undefined;
}

/** An error that is printed as its message alone: a mistake of the user. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/**
 * Returns the resource that a user has named.
 * @throws CommandError with the most similar name, if there is none.
 */
export function resourceNamed(name: string, resources: AllResources): Resource {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  if (resource) return resource;
  throw new CommandError(`The resource ${JSON.stringify(name)} ${unknownName(name, Object.keys(resources))}`);
}

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
  // npm consumes the first --, npx passes it on; no argument of a command starts with a hyphen.
  const separator = args.indexOf('--');
  const given = args.filter((_, index) => index !== separator);
  const parsed = parse(given, { ...options, ...HELP }, usage);
  const asksForHelp = 'help' in parsed.values && parsed.values.help === true;
  if (parsed.positionals.length > most && !asksForHelp) {
    const extra = JSON.stringify(parsed.positionals[most]);
    // npm consumes the options before --, and passes their values on.
    throw new CommandError(
      `${extra} is one argument too many. Options come after --, because of npm.\n\n${usage}`,
    );
  }
  return parsed;
}

function parse<const O extends ParseArgsOptionsConfig>(args: string[], options: O, usage: string) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, tokens: true });
    const given = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.rawName] : []));
    const twice = given.find((option, index) => given.indexOf(option) !== index);
    if (twice !== undefined) throw new Error(`${twice} is given twice`);
    return parsed;
  } catch (error) {
    const [, name] = /'--?([^' ]+)/.exec((error as Error).message) ?? [];
    const isUnknown = name !== undefined && !Object.hasOwn(options, name);
    const problem = isUnknown
      ? `--${name} ${unknownName(name, Object.keys(options))}`
      : (error as Error).message;
    throw new CommandError(`${problem}\n\n${usage}`);
  }
}

/** What a command gets: its parsed arguments, the product's folder, and a function that prints a line. */
interface Given<O extends ParseArgsOptionsConfig> {
  readonly values: ReturnType<typeof parseCommandLine<O>>['values'];
  readonly positionals: readonly string[];
  readonly root: string;
  readonly print: (text: string) => void;
}

/** Creates the `run` of a command, which parses its arguments, and prints its usage for `--help`. */
export const defineCommand =
  <const O extends ParseArgsOptionsConfig>(
    expected: Expected<O>,
    run: (given: Given<O>) => ReturnType<Command['run']>,
  ): Command['run'] =>
  (args, { root }) => {
    const { values, positionals } = parseCommandLine(args, expected);
    const print = (text: string) => process.stdout.write(`${text}\n`);
    if ('help' in values && values.help === true) {
      print(expected.usage);
      return 0;
    }
    return run({ values, positionals, root, print });
  };
