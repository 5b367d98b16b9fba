import { type Database, openDatabase, type Transaction } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { newId } from '@bindery/backend/database/id.ts';
import { migrate } from '@bindery/backend/database/migrations/migrate.ts';
import { seedUsers } from '@bindery/backend/extend/samples/seed-users.ts';
import { isLoopbackHost } from '@bindery/backend/kernel/loopback.ts';
import { loadSettings, type Settings } from '@bindery/backend/kernel/settings/settings.ts';
import { createStorage, type FileStorage } from '@bindery/backend/records/files/storage/storage.ts';
import type { NewFile } from '@bindery/backend/records/files/store.ts';
import { notifyOfChangedCounts } from '@bindery/backend/records/resources/query/count.ts';
import { kyselyOf } from '@bindery/backend/records/resources/stages/write-connection.ts';
import { writeJoins } from '@bindery/backend/records/resources/stages/write-joins.ts';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { DAY_MS } from '@bindery/contract/schema/fields/date.ts';
import {
  type AllResources,
  fieldKind,
  type Resource,
  type ResourceField,
} from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { CommandError, defineCommand, resourceNamed } from '#tools/resource-commands/command.ts';
import { type MadeFiles, makeFiles, removeFiles } from './make-files.ts';
import { type MadeRecord, makeRecords } from './make-records.ts';

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
    throw new CommandError('Fake data is for local mode only: see NODE_ENV, HOST and VITE_BASE_URL.');
  const host = databaseUrl && new URL(databaseUrl).hostname;
  if (host && !isLoopbackHost(host))
    throw new CommandError(`Fake data is for a database on this machine only; DATABASE_URL names ${host}.`);
}

const MAX_RECORDS = 10_000_000;

/**
 * Reads numbers of records by resource: `books=10000`.
 * @throws CommandError that names the invalid argument.
 */
export function readCounts(
  given: readonly string[],
  resources: Readonly<Record<string, Resource>>,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const argument of given) {
    const [, name, number = ''] = /^([^=]+)=(.*)$/.exec(argument) ?? [];
    if (name === undefined) throw new CommandError(`${argument} is unknown.\n\n${USAGE}`);
    resourceNamed(name, resources);
    const count = /^\d{1,8}$/.test(number) ? Number(number) : 0;
    if (count < 1 || count > MAX_RECORDS)
      throw new CommandError(`${argument}: the number must be an integer from 1 to ${MAX_RECORDS}.`);
    if (counts.has(name)) throw new CommandError(`${name} is given twice.`);
    counts.set(name, count);
  }
  if (counts.size === 0)
    throw new CommandError(
      `State how many records of which resources: ${Object.keys(resources).join(', ')}.\n\n${USAGE}`,
    );
  return Object.fromEntries(counts);
}

/** How many records of which resources to generate. */
interface Filling {
  readonly counts: Readonly<Record<string, number>>;
  readonly seed: string;
  readonly isNasty: boolean;
  /** The storage for the files of records. */
  readonly storage: FileStorage;
  /** Called when all records of a resource exist. */
  readonly onFilled?: (resource: string, count: number) => void;
}

const BATCH = 1000;
/** How many ids of a resource other records choose from: more would only use memory. */
const MAX_IDS = 20_000;

/** Returns the resources in an order in which records can refer to one another, as far as there is one. */
function inOrder(resources: AllResources, names: readonly string[]): Resource[] {
  const left = new Set(names);
  const refersToNone = (name: string, isOfInterest: (field: ResourceField) => boolean) =>
    Object.values<ResourceField>(resources[name]!.fields).every(
      (field) => field.to === undefined || field.to === name || !left.has(field.to) || !isOfInterest(field),
    );
  return Array.from(names, () => {
    const waiting = [...left];
    const next =
      waiting.find((name) => refersToNone(name, () => true)) ??
      // In a circle, an optional reference stays empty.
      waiting.find((name) => refersToNone(name, ({ required }) => required)) ??
      waiting[0]!;
    left.delete(next);
    return resources[next]!;
  });
}

/**
 * Fills the tables of some resources with generated records: all of them or none. No hooks run, and the
 * history and the events do not contain the records.
 * @throws CommandError for a field with no possible value, or a unique rule that allows fewer records.
 */
export async function fill(database: Database, resources: AllResources, filling: Filling): Promise<void> {
  const ids = await knownIds(database, resources);
  const ordered = inOrder(resources, Object.keys(filling.counts));
  const keeping = { database, storage: filling.storage };
  const made: NewFile[] = [];
  try {
    const files = new Map<string, MadeFiles>();
    const uploaderId = ids.get('users')?.[0] ?? newId();
    for (const resource of ordered) {
      const about = { resource, count: filling.counts[resource.name]!, seed: filling.seed, uploaderId };
      files.set(resource.name, await makeFiles(keeping, about, made));
    }
    await database.em().transactional(async (em) => {
      const db = kyselyOf({ em });
      await attach(db, made);
      for (const resource of ordered)
        await fillTable(db, { ...filling, resource, ids, files: files.get(resource.name) ?? new Map() });
    });
  } catch (error) {
    await removeFiles(keeping, made);
    throw error;
  }
  for (const { table } of ordered) await database.runScript(`analyze "${table}"`);
  await notifyOfChangedCounts(
    database,
    ordered.map(({ name }) => name),
  );
}

async function knownIds(
  { query }: Pick<Database, 'query'>,
  resources: AllResources,
): Promise<Map<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>();
  for (const { name, table } of Object.values(resources)) {
    const sql = `select id from "${table}" order by created_at, id limit ${MAX_IDS}`;
    const rows = await query<{ id: string }>({ sql, parameters: [] });
    ids.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  return ids;
}

/** Attaches generated files to records. Some files may remain unattached; the sweep removes those later. */
const attach = async (db: Transaction, files: readonly NewFile[]): Promise<void> => {
  const given = files.map(({ id }) => id);
  await sql`update files set attached_at = date_trunc('milliseconds', now()) where id = any(${given}::uuid[])`.execute(
    db,
  );
};

interface Table extends Omit<Filling, 'storage'> {
  readonly resource: Resource;
  readonly ids: Map<string, readonly string[]>;
  readonly files: MadeFiles;
}

/** Generates the records of one resource, and adds their ids to those that later records choose from. */
async function fillTable(db: Transaction, about: Table): Promise<void> {
  const { resource, ids } = about;
  const wanted = about.counts[resource.name]!;
  const until = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const { rows } = await sql<{
    count: string;
  }>`select count(*) as count from ${sql.table(resource.table)}`.execute(db);
  let first = Number(rows[0]?.count ?? 0);
  for (let made = 0; made < wanted; ) {
    const count = Math.min(BATCH, wanted - made);
    const records = makeRecords({ ...about, first, count, until });
    const added = await insert(db, { resource, records });
    if (added.length === 0)
      throw new CommandError(
        `${resource.name} has room for ${made} more records only: a unique rule rejects others. Nothing was added.`,
      );
    const known = ids.get(resource.name) ?? [];
    if (known.length < MAX_IDS) ids.set(resource.name, [...known, ...added].slice(0, MAX_IDS));
    made += added.length;
    first += count;
  }
  about.onFilled?.(resource.name, wanted);
}

/** Inserts records, without those that a unique rule rejects; returns the ids of the others. */
async function insert(
  db: Transaction,
  { resource, records }: { resource: Resource; records: readonly MadeRecord[] },
): Promise<string[]> {
  const fields = columnFields(resource);
  const columns = fields.map(({ column }) => sql.ref(column));
  const types = fields.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(type.sql)}`);
  const rows = records.map(({ id, createdAt, values }) => ({
    ...Object.fromEntries(fields.map((field) => [field.column, storedValue(field, values[field.name])])),
    id,
    created_at: createdAt,
  }));
  const { rows: inserted } = await sql<{ id: string }>`
    insert into ${sql.table(resource.table)} (${sql.join([sql`id`, ...columns])}, created_at, updated_at)
    select ${sql.join([sql`id`, ...columns])}, created_at, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given(${sql.join([sql`id uuid`, ...types])}, created_at timestamptz)
    on conflict do nothing returning id`.execute(db);
  const added = new Set(inserted.map(({ id }) => id));
  await writeJoins(db, { resource, records: records.filter(({ id }) => added.has(id)) });
  return [...added];
}

const storedValue = (field: ResourceField, value: unknown): unknown => {
  const { write = (given: unknown) => given } = fieldKind(field.kind);
  return value === null || value === undefined ? null : write(value);
};
