import { relative } from 'node:path';
import type { EntitySchema } from '@mikro-orm/core';
import type { Database } from '../connection.ts';
import { countAffectedRows, formatPlan, type Plan } from './plan.ts';
import { createSnapshotMigrator } from './planning-migrator.ts';

interface Creation {
  readonly entities: readonly EntitySchema[];
  /** Opens the database whose rows are counted; returns undefined if it does not exist yet. */
  readonly open: () => Promise<Database | undefined>;
  /** Whether to write a migration that loses data. */
  readonly allowLoss: boolean;
  readonly print: (text: string) => void;
  readonly migrations?: string | undefined;
}

/**
 * Writes a migration for the changes of resources.config.ts; only prints one with a loss that is not allowed.
 * @returns false if the migration was not written.
 */
export async function createMigration(options: Creation): Promise<boolean> {
  const { entities, open, allowLoss, print, migrations } = options;
  const migrator = await createSnapshotMigrator(entities, migrations);
  const plan = await migrator.plan();
  if (plan.statements.length === 0) {
    print('Nothing to migrate: the migrations match resources.config.ts.');
    return true;
  }
  print(formatPlan(await counted(plan, { open, print })));
  if (plan.losses.length > 0 && !allowLoss) {
    print(
      'The migration was not written. To write it anyway: npm run bindery migration create -- --allow-loss',
    );
    return false;
  }
  const { file } = await migrator.write(plan);
  print(`Written to ${relative(process.cwd(), file)}. It runs when the server starts.`);
  return true;
}

/**
 * Counts the affected rows if the database is available; otherwise the losses have no numbers, because
 * writing a migration requires no database.
 */
async function counted(plan: Plan, { open, print }: Pick<Creation, 'open' | 'print'>): Promise<Plan> {
  try {
    return await countAffectedRows(plan, open);
  } catch (error) {
    print(`The number of affected rows is unknown: ${(error as Error).message}\n`);
    return plan;
  }
}
