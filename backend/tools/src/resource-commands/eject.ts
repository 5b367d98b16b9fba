import { parseArgs } from 'node:util';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { type CommandContext, CommandError } from './command.ts';

const USAGE = `npm run bindery eject <resource> <page>

  npm run bindery eject books list              writes the list of books to
                                                 frontend/extensions/books/manager/list-page.tsx
  npm run bindery eject books list -- --force   writes it anew, over what stands there

Pages: list, show, create, update, import, and form: the fields of all forms, also those of drawers.`;

/** See `Command`. */
export async function run(args: readonly string[], { root }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const [resource, page, ...more] = positionals;
  if (resource === undefined || page === undefined || more.length > 0)
    throw new CommandError(`State a resource and a page.\n\n${USAGE}`);
  const [{ ejectPage }, { resources }] = await Promise.all([
    import('./eject/eject-page.ts'),
    loadProduct(root),
  ]);
  for (const line of await ejectPage({ root, resources, resource, page, force: values.force })) print(line);
  return 0;
}
