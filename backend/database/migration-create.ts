import resources from '#resources.config';
import { entitiesOf } from './entities.ts';
import { describePlan } from './migration-words.ts';
import { offlineMigrator } from './offline.ts';

/** `npm run migration:create`: writes what resources.config.ts asks for beyond the migrations that are there. */
async function main(): Promise<void> {
  const migrator = await offlineMigrator(entitiesOf(resources));
  const plan = await migrator.plan();
  if (plan.statements.length === 0)
    return say('Nothing to migrate: the migrations say what resources.config.ts says.');
  const { file } = await migrator.write(plan);
  say(describePlan(plan));
  say(`Written to ${file}. It runs when the server starts.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
