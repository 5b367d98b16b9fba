/** A subcommand of `npm run resource`. */
export interface Command {
  /** What it does, in one line of the list of subcommands. */
  readonly summary: string;
  /**
   * Runs it with the arguments after its name, and returns the exit code; without one it is 0. What only it needs is
   * imported when it runs, so that the others work while `resources.config.ts` has a mistake.
   *
   * @throws CommandError with a message for the user.
   */
  run(args: readonly string[]): Promise<number | undefined> | number | undefined;
}

/** An error that is printed as its message alone: what the user has to change. */
export class CommandError extends Error {
  override name = 'CommandError';
}
