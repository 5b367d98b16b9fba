import * as check from './check.ts';
import type { Command } from './command.ts';
import * as docs from './docs.ts';
import * as eject from './eject.ts';
import * as create from './new.ts';
import * as plan from './plan.ts';
import * as texts from './texts.ts';

/** The subcommands of `npm run resource`, by name, in the order of their list. A file each. */
export const commands: Readonly<Record<string, Command>> = { plan, new: create, eject, check, texts, docs };
