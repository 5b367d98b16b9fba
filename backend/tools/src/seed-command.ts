import { exitWithMessage } from '@bindery/backend/web/lifecycle.ts';
import { SeedError } from './demo-data/seed-error.ts';

/*
 * `npm run seed -- books=10000 users=2000`: fills the local database with made records. See docs/entry.md.
 */
try {
  // Imported dynamically, so that a wrong entry in resources.config.ts is reported in one line.
  const { seedLocally } = await import('./demo-data/seed-locally.ts');
  await seedLocally(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SeedError)) exitWithMessage(error);
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
