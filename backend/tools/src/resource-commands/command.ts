/** The context of a `bindery` command, in addition to its arguments. */
export interface CommandContext {
  /** The folder of the product. */
  readonly root: string;
}

/** A command of `bindery`. */
export interface Command {
  /**
   * Runs the command with the arguments after its name, and returns the exit code; without one it is 0.
   * Imports its special dependencies only when it runs, so that its help works while `resources.config.ts`
   * has a mistake.
   * @throws CommandError with a message for the user.
   */
  run(args: readonly string[], context: CommandContext): Promise<number | undefined> | number | undefined;
}

/** An error that is printed as its message alone: a mistake of the user. */
export class CommandError extends Error {
  override name = 'CommandError';
}
