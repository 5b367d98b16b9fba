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
import { fill } from './fill.ts';
import { SeedError } from './seed-error.ts';

/**
 * Fills the local database of the product in a folder according to the arguments of `npm run bindery seed`.
 * @throws SeedError with the problem of the arguments or the database.
 */
export async function seedLocally(given: readonly string[], root: string): Promise<void> {
  const { resources } = await loadProduct(root);
  const options = readSeedOptions(given, resources);
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
        ...options,
        storage: createStorage(settings),
        onFilled: (name, count) => {
          process.stdout.write(`${name}: ${count} in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
          start = performance.now();
        },
      });
    });
  } finally {
    await database.close();
  }
}

/** Throws if the database may contain real data. */
function refuseProduction({ isLocal, isDemo, databaseUrl }: Settings) {
  if (!isLocal || isDemo)
    throw new SeedError('Made records are for local mode only: see NODE_ENV, HOST and VITE_BASE_URL.');
  const host = databaseUrl && new URL(databaseUrl).hostname;
  if (host && !isLoopbackHost(host))
    throw new SeedError(
      `Made records are for a database on this machine only, and DATABASE_URL names ${host}.`,
    );
}

/** The options of `npm run bindery seed`. */
interface SeedOptions {
  readonly counts: Readonly<Record<string, number>>;
  readonly seed: string;
  readonly isNasty: boolean;
}

const MOST = 10_000_000;

/** The usage text of the command, with the existing resources. */
const usage = (resources: Readonly<Record<string, Resource>>): string => {
  const [first, second] = Object.keys(resources);
  const example = [`${first}=10000`, ...(second === undefined ? [] : [`${second}=2000`])].join(' ');
  return `Say how many records of which resources: npm run bindery seed ${example}

  --nasty      some texts are long, in other directions and alphabets, markup or formulas
  --seed TEXT  another text gives other values; the same one the same values

Resources: ${Object.keys(resources).join(', ')}`;
};

/**
 * Reads the arguments of `npm run bindery seed`.
 * @throws SeedError that names the invalid argument.
 */
export function readSeedOptions(
  given: readonly string[],
  resources: Readonly<Record<string, Resource>>,
): SeedOptions {
  const counts = new Map<string, number>();
  let [seed, isNasty] = ['1', false];
  for (let index = 0; index < given.length; index++) {
    const argument = given[index]!;
    if (argument === '--nasty') isNasty = true;
    else if (argument === '--seed') {
      index++;
      seed = given[index] ?? '';
      if (seed === '') throw new SeedError('--seed needs a text after it, such as --seed 7.');
    } else {
      const [, name, number] = /^([^=]+)=(.*)$/.exec(argument) ?? [];
      if (name === undefined) throw new SeedError(`${argument} is unknown.\n\n${usage(resources)}`);
      if (!Object.hasOwn(resources, name))
        throw new SeedError(`${name} ${unknownName(name, Object.keys(resources))}`);
      const count = /^\d{1,8}$/.test(number ?? '') ? Number(number) : 0;
      if (count < 1 || count > MOST)
        throw new SeedError(`${argument}: the number must be a whole one from 1 to ${MOST}.`);
      if (counts.has(name)) throw new SeedError(`${name} is there twice.`);
      counts.set(name, count);
    }
  }
  if (counts.size === 0) throw new SeedError(usage(resources));
  return { counts: Object.fromEntries(counts), seed, isNasty };
}
