import type { RecordChange } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { recordChanges } from '#backend/database/write-events.ts';
import { authorOf } from '#backend/kernel/http/actor.ts';
import { isLimited } from '../query/rights.ts';
import { atRecord } from '../stages/failed-record.ts';
import { findUnwritable } from '../stages/require-rows.ts';
import { findCycle } from '../stages/trees.ts';
import type { WriteConnection } from '../stages/write-connection.ts';
import type { Step, Write, WriteResults } from './change.ts';
import { writeRules } from './write-rules.ts';

/** Rows again: the actor must still be able to write the records, so none is given away or taken. */
export async function checkRows(connection: WriteConnection, { drafts, write }: Step): Promise<void> {
  const judged = drafts.filter(({ change: { isConsequence } }) => !isConsequence);
  for (const [service, some] of Map.groupBy(judged, (draft) => draft.service)) {
    const { action } = some[0]!.change;
    const { actor } = connection;
    if ((action !== 'create' && action !== 'update') || !isLimited(actor, service.resource, action)) continue;
    const unwritable = await findUnwritable(connection.db, {
      service,
      actor,
      action,
      ids: some.map(({ id }) => id),
      ...(action === 'update' && {
        changed: [...new Set(some.flatMap(({ changedValues }) => Object.keys(changedValues)))],
      }),
    });
    if (!unwritable) continue;
    const { id, error } = unwritable;
    throw write.namesRecords ? atRecord(error, { service, id }) : error;
  }
}

/** Trees: no record may become its own ancestor. Only the result counts: records may change places. */
export async function checkTrees(
  connection: WriteConnection,
  { changes, namesRecords }: Write,
): Promise<void> {
  const moved = changes.filter(({ action, again }) => action === 'update' || again);
  for (const [service, some] of Map.groupBy(moved, (change) => change.service)) {
    if (writeRules(service, connection.actor).selfReferences.length === 0) continue;
    const ids = some.flatMap(({ id }) => id ?? []);
    const cycle = await findCycle(connection.db, { resource: service.resource, ids });
    if (cycle) throw namesRecords ? atRecord(cycle.error, { service, id: cycle.id }) : cycle.error;
  }
}

/** History and events of the changes whose statements have not added them. */
export async function recordHistory(
  connection: WriteConnection,
  { write, results }: { write: Write; results: WriteResults },
): Promise<void> {
  const changes = merged(results.unstored);
  if (changes.length === 0) return;
  // A deletion and its effects are one batch.
  const batch = connection.batch ?? (changes.length > 1 ? newId() : null);
  const { events } = write.changes[0]!.service;
  await recordChanges(connection.db, { changes, author: authorOf(connection.actor), batch, events });
}

/** Merges the changes of a record that lost several references or was then deleted: one in the history. */
function merged(all: readonly RecordChange[]): RecordChange[] {
  const byRecord = new Map<string, RecordChange>();
  for (const change of all) {
    const known = byRecord.get(change.record);
    const earlier = known?.action === 'update' ? known.changes : {};
    const later = Object.entries(change.changes).map(([name, { before, after }]) => [
      name,
      { before: earlier[name] ? earlier[name].before : before, after },
    ]);
    byRecord.set(change.record, { ...change, changes: { ...earlier, ...Object.fromEntries(later) } });
  }
  return [...byRecord.values()];
}
