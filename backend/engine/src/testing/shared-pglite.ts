import type { PGlite } from '@electric-sql/pglite';
import { PgliteConnection } from '@mikro-orm/pglite';
import { type Database, openDatabase } from '#backend/database/connection.ts';
import { createEntities } from '#backend/database/entities.ts';

/** A PGlite with the content of a template, for one test at a time. */
interface SharedPglite {
  readonly pglite: PGlite;
  /** Empties its tables for the next test, or closes it if the test has changed its schema. */
  release(): Promise<void>;
}

/** The unused ones, by template. Starting one takes a second, emptying it a few milliseconds. */
const unused = new Map<Blob, SharedPglite[]>();

/** Takes an unused PGlite of this worker with the content of the template, or starts one. */
export async function takePglite(template: Blob): Promise<SharedPglite> {
  return unused.get(template)?.pop() ?? startPglite(template);
}

/** Returns the PGlite that a database runs on. Throws if the database is not embedded. */
export function pgliteOf(database: Database): Promise<PGlite> {
  const connection: object = database.orm.em.getConnection();
  if (!(connection instanceof PgliteConnection)) throw new Error('The database is not embedded.');
  return connection.getNativeClient();
}

async function startPglite(template: Blob): Promise<SharedPglite> {
  // Opened like every database, so that it parses values in the same way.
  const owner = await openDatabase({ entities: createEntities({}), template });
  const pglite = await pgliteOf(owner);
  const before = await describeContent(pglite);
  const known = await tablesOf(pglite);
  const shared: SharedPglite = {
    pglite,
    release: async () => {
      await empty(pglite, known);
      if ((await describeContent(pglite)) !== before) return owner.close();
      unused.set(template, [...(unused.get(template) ?? []), shared]);
    },
  };
  return shared;
}

/** Returns the quoted names of all tables except the migrations. */
async function tablesOf(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  );
  return rows.map(({ name }) => name);
}

/** Removes all rows except migrations, all unknown tables, all listeners, and the connection's settings. */
async function empty(pglite: PGlite, known: readonly string[]): Promise<void> {
  const { rows: channels } = await pglite.query<{ name: string }>('select pg_listening_channels() as name');
  for (const { name } of channels) await pglite.unlisten(name);
  const tables = await tablesOf(pglite);
  const added = tables.filter((name) => !known.includes(name));
  if (added.length > 0) await pglite.exec(`drop table ${added.join()} cascade`);
  const existing = tables.filter((name) => known.includes(name));
  if (existing.length > 0) await pglite.exec(`truncate ${existing.join()} restart identity cascade`);
  // The job queue has separate tables.
  await pglite.exec('drop schema if exists pgboss cascade');
  await pglite.exec('discard all');
}

/** Returns the tables, columns, rules, indexes, functions, triggers and migrations as one text. */
async function describeContent(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ line: string }>(`
    select concat_ws(' ', table_name, column_name, udt_name, is_nullable, column_default,
      character_maximum_length, generation_expression) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select name from migrations
    order by line`);
  return rows.map(({ line }) => line).join('\n');
}
