import type { ImportState, InvalidRow } from '@bindery/contract/records/imports.ts';
import { sql } from 'kysely';
import { actorColumns, STORED_ACTOR, type StoredActor } from '#backend/access/sessions/stored-actor.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { transactionTime } from '#backend/database/time.ts';
import { changeWork } from '#backend/features/batches/stored-work.ts';
import type { CheckedRecord } from './checked-record.ts';

/** An import as the database stores it. */
export interface StoredImport extends ImportState, StoredActor {
  readonly isCancelled: boolean;
}

/** The properties that change while an import is processed. */
export type ImportChange = Partial<Omit<StoredImport, keyof StoredActor>> & { readonly actor?: StoredActor };

const COLUMNS = sql`id, resource, ${STORED_ACTOR}, name, size, total, done, delimiter, columns, state, mapping, match_by as "matchBy", mode, is_cancelled as "isCancelled", invalid,
  created, updated, error`;

/** The number of invalid rows that the page shows; the file has all of them. */
const MAX_SHOWN = 100;

/** Adds an import whose file arrives next, in chunks. */
export async function addImport(
  db: Transaction,
  given: StoredActor & Pick<StoredImport, 'id' | 'resource' | 'name'>,
): Promise<void> {
  const { id, resource, name } = given;
  const unknown = { size: 0, total: 0, delimiter: ',', columns: '[]', state: 'uploading' };
  const values = { id, resource, name, ...actorColumns(given), ...unknown, created_at: transactionTime };
  await db.insertInto('imports').values(values).execute();
}

/** Returns an import of a user; undefined for those of others. */
export async function findImport(
  db: Transaction,
  { id, actorId }: { id: string; actorId?: string },
): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`select ${COLUMNS} from imports where id = ${id}`.execute(db);
  return rows.find((row) => actorId === undefined || row.actorId === actorId);
}

/**
 * Changes an import, and with `from` only if it is in one of these states, with `at` at this place of its
 * file; returns whether it was.
 */
export const changeImport = (
  db: Transaction,
  change: ImportChange & { id: string; from?: readonly string[]; at?: number },
): Promise<boolean> => changeWork(db, { table: 'imports', position: 'done' }, change);

/** Deletes an import with its file. */
export async function deleteImport(db: Transaction, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

/** Deletes the imports that are older than a week; their files may be large. */
export async function pruneImports({ execute }: Pick<Database, 'execute'>): Promise<void> {
  await execute({ sql: "delete from imports where created_at < now() - interval '7 days'", parameters: [] });
}

/** Adds a chunk of a file. */
export async function addChunk(
  db: Transaction,
  { importId, position, data }: { importId: string; position: number; data: Buffer },
): Promise<void> {
  await db.insertInto('import_chunks').values({ import_id: importId, position, data }).execute();
}

/** Reads a file chunk by chunk. */
export async function* readChunks(db: Transaction, importId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const row = await db
      .selectFrom('import_chunks')
      .select('data')
      .where('import_id', '=', importId)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) return;
    yield Buffer.from(row.data as Uint8Array);
  }
}

/** Deletes the findings of an earlier check. */
export async function clearFindings(db: Transaction, importId: string): Promise<void> {
  await db.deleteFrom('import_invalid_rows').where('import_id', '=', importId).execute();
  await clearKeys(db, importId);
}

/** Deletes the values with which records of a file were compared. */
export async function clearKeys(db: Transaction, importId: string): Promise<void> {
  await db.deleteFrom('import_keys').where('import_id', '=', importId).execute();
}

/** Adds invalid rows. */
export async function addInvalidRows(
  db: Transaction,
  { importId, rows }: { importId: string; rows: readonly CheckedRecord[] },
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ number, cells, errors }) => ({
    import_id: importId,
    number,
    cells: JSON.stringify(cells),
    errors: JSON.stringify(errors),
  }));
  await db
    .insertInto('import_invalid_rows')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the invalid rows after a number, or with `upTo` those up to another one. */
export async function readInvalidRows(
  db: Transaction,
  {
    importId,
    after = 0,
    upTo,
    limit = MAX_SHOWN,
  }: { importId: string; after?: number; upTo?: number; limit?: number },
): Promise<InvalidRow[]> {
  const { rows } = await sql<InvalidRow>`
    select number, cells, errors from import_invalid_rows
    where import_id = ${importId} and number > ${after} ${upTo === undefined ? sql`` : sql`and number <= ${upTo}`}
    order by number limit ${limit}`.execute(db);
  return rows;
}

/** Returns an import in the form of the API. */
export function toState(stored: StoredImport): ImportState {
  const {
    actorId: _actor,
    impersonatorId: _impersonator,
    sessionId: _session,
    apiKey: _apiKey,
    actorFields: _fields,
    isCancelled: _cancelled,
    ...state
  } = stored;
  // Until an import finishes, `done` counts empty lines too.
  return { ...state, done: Math.min(state.done, state.total) };
}
