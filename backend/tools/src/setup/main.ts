import { type CommandContext, CommandError } from '#tools/resource-commands/command.ts';
import { readOptions, USAGE } from './options.ts';
import { setUp } from './setup.ts';

/** Turns the starter into a new product: `npm run setup`. See docs/your-product.md. */
export function run(args: readonly string[], { root }: CommandContext): undefined {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(USAGE);
    return;
  }
  const { changes, remarks } = setUpAs(args, root);
  const next =
    changes.length > 0
      ? 'Look at it with git diff, then commit it and run npm start.'
      : 'Nothing has changed: the product was like that before.';
  process.stdout.write(`${[...changes, ...remarks, '', next].join('\n')}\n`);
}

function setUpAs(args: readonly string[], root: string) {
  try {
    return setUp(root, readOptions(args));
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
