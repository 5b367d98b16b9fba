import type { RecordChange } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import type { Actor } from '#backend/http/actor.ts';
import { requireTimeLeft } from '#backend/http/request-context.ts';
import type { BatchResult, BulkBody } from '#contract/resources/bulk.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import { lockForDeletion } from '../operations/apply-deletion-effects.ts';
import { lockTree } from '../operations/own-ancestor.ts';
import { cascadeTargets } from '../operations/references.ts';
import { kyselyOf, recordChanges, runWrite, withTransaction } from '../operations/write.ts';
import type { ResourceService } from '../resource-service.ts';
import { archiveRecords, unarchiveRecords } from './archive-records.ts';
import { deleteRecords } from './delete-records.ts';
import { findSelected, lockSelected, rowsSelected } from './selection.ts';
import { updateRecords } from './update-records.ts';

interface Bulk {
  readonly body: BulkBody<RecordValues>;
  readonly actor: Actor;
}

/**
 * Updates or deletes several records, all or none of them, each by the rules for a single one. Their history
 * entries share a batch.
 *
 * @throws ApiError SELECTION_CHANGED; or the error of a single record, with the record.
 */
export async function bulk(service: ResourceService, { body, actor }: Bulk): Promise<BatchResult> {
  const { resource, resources } = service;
  const { select } = body;
  const rows = body.action === 'restore' ? 'archived' : rowsSelected({ service, select, actor });
  const selected = { service, select, actor, rows };
  const archives = resource.archive && body.action === 'delete' && rows === 'live';
  const batch = newId();
  const write = () =>
    withTransaction({ service, actor }, async (writing) => {
      const db = kyselyOf(writing);
      if (body.action === 'update') await lockTree(writing, { service, values: [body.values] });
      else if (body.action === 'delete' && !archives) {
        const ids = await findSelected(db, selected);
        await lockForDeletion({ db, resources, resource: resource.name, ids });
      }
      const ids = await lockSelected(db, { ...selected, action: body.action });
      const changes = await changesOf(writing, { service, body, ids, archives });
      await recordChanges(writing, { service, changes, batch });
      await requireTimeLeft();
      return { batch, count: ids.length };
    });
  const deleted = [resource.name, ...cascadeTargets(resource.name, resources)];
  return runWrite({ service, actor }, { counted: body.action === 'update' ? [] : deleted, write });
}

interface Work {
  readonly service: ResourceService;
  readonly body: BulkBody<RecordValues>;
  readonly ids: readonly string[];
  /** Whether a deletion only archives. */
  readonly archives: boolean;
}

async function changesOf(
  writing: WriteContext,
  { service, body, ids, archives }: Work,
): Promise<readonly RecordChange[]> {
  if (body.action === 'restore') return unarchiveRecords(writing, { service, ids });
  if (body.action === 'update')
    return updateRecords(writing, { service, records: ids.map((id) => ({ id, values: body.values })) });
  return archives ? archiveRecords(writing, { service, ids }) : deleteRecords(writing, { service, ids });
}
