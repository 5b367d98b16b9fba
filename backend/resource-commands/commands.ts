import * as check from './check.ts';
import type { Command } from './command.ts';
import * as eject from './eject.ts';

/** The subcommands of `npm run resource`, by name, in the order of their list. A file each. */
export const commands: Readonly<Record<string, Command>> = { eject, check };
