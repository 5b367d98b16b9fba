import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import { withFixedFields } from '@bindery/contract/records/rows/row-filter.ts';
import type { UserActor } from '#backend/kernel/http/actor.ts';
import { ApiError, requireValid } from '#backend/kernel/http/api-error.ts';
import { writePortion } from '#backend/records/resources/bulk/bulk.ts';
import type { RecordValues } from '#backend/records/resources/hooks.ts';
import { may } from '#backend/records/resources/query/rights.ts';
import { requireArchive } from '#backend/records/resources/query/scope.ts';
import type { ResourceService } from '#backend/records/resources/resource-service.ts';
import { type WriteConnection, withTransaction } from '#backend/records/resources/stages/write-connection.ts';
import { undoPortion } from '#backend/records/resources/undo/undo.ts';
import { runWrite } from '#backend/records/resources/write/write-changes.ts';
import { writeRules } from '#backend/records/resources/write/write-rules.ts';
import { changeBatchJob, readPortion, type StoredBatchJob } from './store.ts';
import { Superseded } from './stored-work.ts';

/** How often a portion of an undo is tried if records change at the same time. */
const TRIES = 3;

interface Portion {
  readonly job: StoredBatchJob;
  readonly service: ResourceService;
  /** The current state of the user. */
  readonly actor: UserActor;
}

/**
 * Writes the next portion of a job in one transaction with the job's position, so that none is written twice.
 * Returns whether there was a portion.
 * @throws ApiError FORBIDDEN without right; a single record's error; Superseded if another server was faster.
 */
export async function writeNext({ job, service, actor }: Portion): Promise<boolean> {
  const { id, portion, work } = job;
  const ids = await readPortion(service.database.kysely, { id, portion });
  if (ids.length === 0) return false;
  const counted = new Set<string>();
  const once = async () => {
    await withTransaction({ service, actor, batch: id }, async (connection) => {
      const { changed, count } = await writeIds(connection, { work, service, ids, counted });
      const isMine = await changeBatchJob(connection.db, {
        id,
        at: portion,
        from: ['running'],
        portion: portion + 1,
        done: job.done + ids.length,
        changed: job.changed + changed,
        skipped: job.skipped + ids.length - count,
      });
      if (!isMine) throw new Superseded();
    });
  };
  const write = async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await once();
      } catch (error) {
        const isRepeatable = error instanceof ApiError && error.code === 'CHANGED_SINCE' && tries < TRIES;
        if (!isRepeatable) throw error;
      }
    }
  };
  if (work.action !== 'undo') {
    if (!may(actor, service.resource, work.action)) throw new ApiError('FORBIDDEN');
    if (work.rows === 'archived') requireArchive(service.resource, actor);
    for (const name of writeRules(service, actor).counted[work.action]) counted.add(name);
  }
  await runWrite({ service, actor }, { counted, write });
  return true;
}

interface Ids {
  readonly work: StoredBatchJob['work'];
  readonly service: ResourceService;
  readonly ids: readonly string[];
  /** Gets the names of the resources whose counts change. */
  readonly counted: Set<string>;
}

/**
 * Writes records or undoes changes; returns how many, and how many of them had other values before.
 * @throws ApiError INVALID that names the fields that the actor may no longer write.
 */
async function writeIds(
  connection: WriteConnection,
  { work, service, ids, counted }: Ids,
): Promise<{ count: number; changed: number }> {
  if (work.action === 'undo') {
    const { changed } = await undoPortion(connection, { service, ids, counted });
    return { count: changed, changed };
  }
  const { rows } = work;
  if (work.action !== 'update') return writePortion(connection, { service, body: work, rows, ids });
  const { role } = connection.actor;
  const schema = schemasOf(withFixedFields(visibleTo(service.resource, [role]), role)).update;
  const body = { ...work, values: requireValid(schema, work.values) as RecordValues };
  return writePortion(connection, { service, body, rows, ids });
}
