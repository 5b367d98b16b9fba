import { defineCommand } from './resource-commands/command.ts';

const USAGE = `npm run bindery migration create [-- --allow-loss]

Writes a migration for the changes in resources.config.ts that no migration has yet.

  --allow-loss  also one that loses data`;

const options = { 'allow-loss': { type: 'boolean', default: false } } as const;

/** See `Command`. */
export const run = defineCommand({ usage: USAGE, options }, async ({ values, root, print }) => {
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
});
