import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandContext } from './command.ts';
import { REFERENCE_FILE, referencePage } from './docs/page.ts';
import { printReference } from './docs/print-reference.ts';
import { readReference } from './docs/reference.ts';
import { parseCommandLine } from './parse-command-line.ts';

const USAGE = `npm run resource docs [part or option]

  npm run resource docs             prints the whole reference
  npm run resource docs text        prints a kind of field, or another part
  npm run resource docs layout      prints an option wherever it is one
  npm run resource docs -- --write  writes ${REFERENCE_FILE}`;

/** See `Command`. */
export function run(args: readonly string[], { root }: CommandContext): number {
  const { values, positionals } = parseCommandLine(args, {
    usage: USAGE,
    positionals: Number.POSITIVE_INFINITY,
    options: { write: { type: 'boolean', default: false } },
  });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.help) print(USAGE);
  else if (values.write) {
    writeFileSync(resolve(root, REFERENCE_FILE), referencePage());
    print(`Written to ${REFERENCE_FILE}.`);
  } else print(printReference(positionals, readReference(root)));
  return 0;
}
