import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { createSnapshotMigrator } from '@bindery/backend/database/migrations/planning-migrator.ts';
import { setProduct } from '@bindery/contract/api/product.ts';

/*
 * Writes the migration of a folder's entries into its folder of migrations: `write-migration.ts <folder>
 * <repository>`.
 */
const [folder = '', root = ''] = process.argv.slice(2);
const { default: product } = await import(pathToFileURL(join(root, 'product.ts')).href);
const { default: resources } = await import(pathToFileURL(join(folder, 'resources.config.ts')).href);
setProduct({ product, resources, root: folder });
const migrator = await createSnapshotMigrator(createEntities(resources), join(folder, 'migrations'));
await migrator.write(await migrator.plan());
