import { openDatabase } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { migrate } from '@bindery/backend/database/migrations/migrate.ts';
import { seedUsers } from '@bindery/backend/extend/samples/seed-users.ts';
import { isLoopbackHost } from '@bindery/backend/kernel/loopback.ts';
import { loadSettings, type Settings } from '@bindery/backend/kernel/settings/settings.ts';
import { createStorage } from '@bindery/backend/records/files/storage/storage.ts';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { unknownName } from '@bindery/contract/schema/error.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { CommandError, defineCommand } from '#tools/resource-commands/command.ts';
import { fill } from './fill.ts';

const USAGE = `npm run bindery seed <resource>=<number> …

Fills the local database with fake records: npm run bindery seed books=10000 users=2000

  --nasty      some texts are long, in other directions and alphabets, markup or formulas
  --seed TEXT  another text gives other values; the same one the same values`;

const expected = {
  usage: USAGE,
  options: { nasty: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
  positionals: Number.POSITIVE_INFINITY,
} as const;

/** See `Command`, and docs/entry.md. */
export const run = defineCommand(expected, async ({ values, positionals, root, print }) => {
  const { resources } = await loadProduct(root);
  const counts = readCounts(positionals, resources);
  const settings = loadSettings();
  refuseProduction(settings);
  const { databaseUrl: url, dataDir } = settings;
  const database = await openDatabase({ entities: createEntities(resources), url, dataDir });
  try {
    await migrate(database);
    let start = performance.now();
    await database.alone(async (alone) => {
      // Like a server in local mode, so that there are accounts to view the records with.
      await seedUsers(alone, rolesOf(resources));
      await fill(alone, resources, {
        counts,
        seed: values.seed,
        isNasty: values.nasty,
        storage: createStorage(settings),
        onFilled: (name, count) => {
          print(`${name}: ${count} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
          start = performance.now();
        },
      });
    });
  } finally {
    await database.close();
  }
  return 0;
});

/** Throws if the database may contain real data. */
function refuseProduction({ isLocal, isDemo, databaseUrl }: Settings) {
  if (!isLocal || isDemo)
    throw new CommandError('Made records are for local mode only: see NODE_ENV, HOST and VITE_BASE_URL.');
  const host = databaseUrl && new URL(databaseUrl).hostname;
  if (host && !isLoopbackHost(host))
    throw new CommandError(
      `Made records are for a database on this machine only, and DATABASE_URL names ${host}.`,
    );
}

const MOST = 10_000_000;

/**
 * Reads numbers of records by resource: `books=10000`.
 * @throws CommandError that names the invalid argument.
 */
export function readCounts(
  given: readonly string[],
  resources: Readonly<Record<string, Resource>>,
): Readonly<Record<string, number>> {
  const names = Object.keys(resources);
  const counts = new Map<string, number>();
  for (const argument of given) {
    const [, name, number = ''] = /^([^=]+)=(.*)$/.exec(argument) ?? [];
    if (name === undefined) throw new CommandError(`${argument} is unknown.\n\n${USAGE}`);
    if (!Object.hasOwn(resources, name)) throw new CommandError(`${name} ${unknownName(name, names)}`);
    const count = /^\d{1,8}$/.test(number) ? Number(number) : 0;
    if (count < 1 || count > MOST)
      throw new CommandError(`${argument}: the number must be a whole one from 1 to ${MOST}.`);
    if (counts.has(name)) throw new CommandError(`${name} is there twice.`);
    counts.set(name, count);
  }
  if (counts.size === 0)
    throw new CommandError(`Say how many records of which resources: ${names.join(', ')}.\n\n${USAGE}`);
  return Object.fromEntries(counts);
}
