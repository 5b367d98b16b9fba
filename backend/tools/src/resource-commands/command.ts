/** What a command of `bindery` is told beside its arguments. */
export interface CommandContext {
  /** The folder of the product. */
  readonly root: string;
}

/** A command of `bindery`. */
export interface Command {
  /**
   * Runs it with the arguments after its name, and returns the exit code; without one it is 0. What only it needs is
   * imported when it runs, so that its help is shown while `resources.config.ts` has a mistake.
   *
   * @throws CommandError with a message for the user.
   */
  run(args: readonly string[], context: CommandContext): Promise<number | undefined> | number | undefined;
}

/** An error that is printed as its message alone: what the user has to change. */
export class CommandError extends Error {
  override name = 'CommandError';
}
