import { join } from 'node:path';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import type { CommandContext } from './command.ts';
import { CONFIG_FILE } from './load-config.ts';
import { parseCommandLine } from './parse-command-line.ts';

const USAGE = `npm run resource new [name] [-- options]

Writes an entry into resources.config.ts. What is not stated is asked for.

  --field <name:kind,…>  a field, and its options; may be repeated:
                           'title:text,required,max=60'
                           'author:reference(authors),onDelete=cascade'
                           'state:select(open|returned),default=open'
                           'fee:integer,readBy=admin+librarian'
  --rights <role=…,…>    who may do what: admin=all,user=read+create
  --group <name>         its section of the menu; application
  --yes                  writes it without asking

npm run resource docs says which kinds and options there are.`;

/** See `Command`. */
export async function run(args: readonly string[], { root }: CommandContext): Promise<number> {
  const { values, positionals } = parseCommandLine(args, {
    usage: USAGE,
    positionals: 1,
    options: {
      field: { type: 'string', multiple: true, default: [] },
      rights: { type: 'string' },
      group: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  // Imported dynamically, so that a wrong entry is reported in one line.
  const { resources } = await loadProduct(root);
  const { rolesOf } = await import('@bindery/contract/records/rights.ts');
  const { createEntry } = await import('./new/create-entry.ts');
  const { nextSteps } = await import('./new/next-steps.ts');
  const { openTerminal } = await import('./new/terminal.ts');
  const terminal = process.stdin.isTTY ? openTerminal() : undefined;
  const file = join(root, CONFIG_FILE);
  const { field: fields, rights, group, yes: isConfirmed } = values;
  try {
    const name = await createEntry(
      { name: positionals[0], fields, rights, group, isConfirmed },
      { file, resources, roles: rolesOf(resources), terminal, print },
    );
    print(name === undefined ? 'Nothing was written.' : await nextSteps(name, file));
    return 0;
  } finally {
    terminal?.close();
  }
}
