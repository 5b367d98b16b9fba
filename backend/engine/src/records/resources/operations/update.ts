import { laterThan } from '#backend/database/time.ts';
import { insertWriteEvents } from '#backend/database/write-events.ts';
import { type Actor, authorOf } from '#backend/kernel/http/actor.ts';
import { claimFiles } from '../files/claim-files.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { keepHidden } from './keep-hidden.ts';
import { lockTree, refuseCycles } from './own-ancestor.ts';
import { prepareValues } from './prepare-values.ts';
import { read } from './read.ts';
import { changedFields } from './recorded-values.ts';
import { requireWritten } from './require-written.ts';
import {
  findForUpdate,
  historyEntryFor,
  kyselyOf,
  type Precondition,
  readerOf,
  runWrite,
  statementReader,
  toStored,
  withTransaction,
} from './write.ts';
import { WriteCheck } from './write-check.ts';
import { writeJoins } from './write-joins.ts';

interface Change extends Precondition {
  readonly values: RecordValues;
  readonly actor: Actor;
}

/**
 * Updates some fields of a record and adds a history entry; does nothing where no value changes.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it;
 *   CONFLICT or INVALID with errors by field for violated database constraints.
 */
export async function update(
  service: ResourceService,
  { id, values, ifMatch, actor }: Change,
): Promise<RecordJson> {
  const write = () =>
    withTransaction({ service, actor }, (writing) => updateWithin(writing, { service, id, values, ifMatch }));
  await runWrite({ service, actor }, { counted: [], write });
  return read(service, { id, actor });
}

/** Updates a record inside a transaction, see `update`; returns whether a value has changed. */
export async function updateWithin(
  writing: WriteContext,
  { service, id, values, ifMatch }: Omit<Change, 'actor'> & { service: ResourceService },
): Promise<boolean> {
  const { resource } = service;
  const { actor, batch } = writing;
  await lockTree(writing, { service, values: [values] });
  const { record, before } = await findForUpdate(writing, { service, id, ifMatch, action: 'update' });
  const query = statementReader(kyselyOf(writing));
  const [kept = values] = await keepHidden({ service, actor, query }, [{ before, values }]);
  const check = new WriteCheck({ service, actor, read: readerOf(kyselyOf(writing)) });
  const changed = await prepareValues(writing, { service, check, before, values: kept });
  const changes = changedFields(resource, { before, after: changed });
  const names = Object.keys(changes);
  if (names.length === 0) return false;
  const different = Object.fromEntries(names.map((name) => [name, changed[name]]));
  await refuseCycles(writing, { resource, id, values: different });
  await claimFiles(writing, { service, records: [{ id, values: different }] });
  writing.em.assign(record, toStored(service, different));
  record.updatedAt = laterThan('updated_at');
  await writing.em.flush();
  await writeJoins(kyselyOf(writing), { resource, records: [{ id, values: different }] });
  await requireWritten(kyselyOf(writing), {
    ...{ service, actor, action: 'update', ids: [id] },
    changed: names,
  });
  const entry = historyEntryFor({ service, actor, batch }, { id, action: 'update', changes });
  await kyselyOf(writing).insertInto('history').values(entry).execute();
  await insertWriteEvents(kyselyOf(writing), {
    changes: [{ resource: resource.name, record: id, action: 'update', changes }],
    author: authorOf(actor),
    batch,
    events: service.events,
  });
  return true;
}
