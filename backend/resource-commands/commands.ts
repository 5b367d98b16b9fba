import type { Command } from './command.ts';
import * as docs from './docs.ts';

/** The subcommands of `npm run resource`, by name, in the order of their list. A file each. */
export const commands: Readonly<Record<string, Command>> = { docs };
