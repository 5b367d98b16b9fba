import { parseArgs } from 'node:util';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import type { CommandContext } from './command.ts';

const USAGE = `npm run bindery check [-- --accept]

  npm run bindery check               refuses entries that the start would: wrong options, unknown icons,
                                       expressions that the database (DATABASE_URL, or one in memory)
                                       cannot parse, and statements of a role that fail: each of them reads,
                                       lists, sorts, searches and creates in a database in memory, without a
                                       record (hooks and rules about values are left to npm test -- <name>);
                                       then names, for every ejected page, the fields that the entry has
                                       gained, lost or changed since
  npm run bindery check -- --accept   notes that the pages are as they should be with today's entries`;

/** See `Command`. */
export async function run(args: readonly string[], { root }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      accept: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const { resources } = await loadProduct(root);
  const [{ acceptPages, checkPages }, { checkExpressions, checkIcons, checkStatements }, { loadSettings }] =
    await Promise.all([
      import('./eject/check-pages.ts'),
      import('./check-entries.ts'),
      import('@bindery/backend/kernel/settings/settings.ts'),
    ]);
  if (values.accept) {
    for (const file of acceptPages(root, resources)) print(`${file} is noted as made from today's entry.`);
    return 0;
  }
  checkIcons(resources);
  const unchecked = await checkExpressions(resources, loadSettings().databaseUrl);
  print(
    unchecked
      ? `The entries are right; their expressions were not tried: ${unchecked}`
      : 'The entries are right.',
  );
  print(`${await checkStatements(resources)} statements of all roles run, without a record.`);
  const { pages, problems } = checkPages(root, resources);
  for (const problem of problems) print(problem);
  if (problems.length > 0) print('\nOnce the pages are as they should be: npm run bindery check -- --accept');
  else if (pages === 0) print('There are no ejected pages.');
  else
    print(pages === 1 ? 'The ejected page fits its entry.' : `All ${pages} ejected pages fit their entries.`);
  return problems.length > 0 ? 1 : 0;
}
