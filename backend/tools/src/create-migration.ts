import type { CommandContext } from './resource-commands/command.ts';
import { parseCommandLine } from './resource-commands/parse-command-line.ts';

const USAGE = `npm run bindery migration create [-- --allow-loss]

Writes a migration for the changes in resources.config.ts that no migration has yet.

  --allow-loss  also one that loses data`;

/** See `Command`. */
export async function run(args: readonly string[], { root }: CommandContext): Promise<number> {
  const options = { 'allow-loss': { type: 'boolean', default: false } } as const;
  const { values } = parseCommandLine(args, { usage: USAGE, options });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const { loadProduct } = await import('@bindery/contract/api/load-product.ts');
  const { resources } = await loadProduct(root);
  const [{ createEntities }, { createMigration }, { openExistingDatabase }] = await Promise.all([
    import('@bindery/backend/database/entities.ts'),
    import('@bindery/backend/database/migrations/create-migration.ts'),
    import('@bindery/backend/web/open-existing-database.ts'),
  ]);
  const entities = createEntities(resources);
  const open = () => openExistingDatabase(entities);
  return (await createMigration({ entities, open, allowLoss: values['allow-loss'], print })) ? 0 : 1;
}
