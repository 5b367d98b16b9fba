import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { transactionTime } from '#backend/database/time.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import type { RecordValues } from '../hooks.ts';
import { mayRead, maySee } from '../query/rights.ts';
import { changeScopeOf, rowsOfHistory, rowsTable } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import type { WriteConnection } from './write-connection.ts';

/** New values of a record; without an id, it does not exist yet. */
interface Claim {
  readonly id?: string;
  readonly values: RecordValues;
}

/**
 * Marks the files in values as attached, in the transaction that writes these. A file may be claimed by its
 * uploader while no record has it; from another record by a user who may read it there, as for a duplicate;
 * and from the same record's history by a user who may read that, as for an undo.
 * @throws ApiError INVALID, with errors by field, for any other file, and for a nonexistent one.
 */
export async function claimFiles(
  connection: Pick<WriteConnection, 'db' | 'actor'>,
  { service, records }: { service: ResourceService; records: readonly Claim[] },
): Promise<void> {
  const fields = Object.values(service.resource.fields);
  for (const field of fields.filter(({ upload }) => upload)) {
    const claims = records.filter(({ values }) => typeof values[field.name] === 'string');
    // The same order in all transactions, so that two of them never deadlock.
    const ordered = claims.toSorted((one, other) => (fileId(one, field) < fileId(other, field) ? -1 : 1));
    let last: string | undefined;
    for (const claim of ordered) {
      // A bulk change assigns one file to many records.
      const id = fileId(claim, field);
      if (id !== last) await claimFile(connection, { service, field, claim });
      last = id;
    }
  }
}

const fileId = ({ values }: Claim, { name }: ResourceField) => values[name] as string;

async function claimFile(
  { db, actor }: Pick<WriteConnection, 'db' | 'actor'>,
  { service: { resource }, field, claim }: { service: ResourceService; field: ResourceField; claim: Claim },
): Promise<void> {
  const { rows } = await sql`
    update files set attached_at = coalesce(attached_at, ${transactionTime}), unused_since = null
    where id = ${fileId(claim, field)} and ${mayTake({ resource, field, actor, record: claim.id })}
    returning id`.execute(db);
  if (rows.length > 0) return;
  throw new ApiError('INVALID', errorsAt(field.name, 'errors.fileNotFound'));
}

/** Returns those of some files that a user may assign to a field of new records. */
export async function claimableFiles(
  db: Transaction,
  { ids, ...about }: Omit<Taking, 'record'> & { ids: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from files where id = any(${ids}::uuid[]) and ${mayTake({ ...about, record: undefined })}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

interface Taking {
  readonly resource: Resource;
  readonly field: ResourceField;
  readonly actor: Actor;
  /** The id of the record that will have the file. */
  readonly record: string | undefined;
}

function mayTake({ resource, field, actor, record }: Taking): RawBuilder<boolean> {
  const isReadable = mayRead(actor, resource) && maySee(actor, field);
  const inRecord = sql`exists (select 1 from ${rowsTable(resource, { actor })}
    where ${sql.ref(`record.${field.column}`)} = files.id)`;
  // The actor may not restore what the record had while it was in rows of others.
  const readable = changeScopeOf(resource, { actor, rows: rowsOfHistory(resource, actor) }) ?? sql`true`;
  const inHistory = sql`exists (select 1 from history as change
    where change.resource = ${resource.name} and change.record_id = ${record ?? null}::uuid and ${readable} and files.id::text
      in (change.changes #>> array[${field.name}, 'before'], change.changes #>> array[${field.name}, 'after']))`;
  return sql`is_stored and (
    (attached_at is null and uploader_id = ${actor.id} and resource = ${resource.name} and field = ${field.name})
    or (${sql.lit(isReadable)} and (${inRecord} or (${sql.lit(actor.id !== null)} and ${inHistory}))))`;
}
