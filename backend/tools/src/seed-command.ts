import { type CommandContext, CommandError } from './resource-commands/command.ts';

/**
 * Fills the local database with generated records: `npm run bindery seed books=10000 users=2000`. See
 * docs/entry.md.
 */
export async function run(args: readonly string[], { root }: CommandContext): Promise<undefined> {
  const [{ seedLocally }, { SeedError }] = await Promise.all([
    import('./demo-data/seed-locally.ts'),
    import('./demo-data/seed-error.ts'),
  ]);
  const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h');
  await seedLocally(asksForHelp ? [] : args, root).catch((error: unknown) => {
    if (!(error instanceof SeedError)) throw error;
    if (!asksForHelp) throw new CommandError(error.message);
    // Without a number of records the command prints its usage.
    process.stdout.write(`${error.message}\n`);
  });
}
