import { insertHistory } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { requireTimeLeft } from '#backend/http/request-context.ts';
import type { BatchResult, BulkBody } from '#contract/resources/bulk.ts';
import type { RecordValues } from '../hooks.ts';
import { lockForDeletion } from '../operations/apply-deletion-effects.ts';
import { lockTree } from '../operations/own-ancestor.ts';
import { cascadeTargets } from '../operations/references.ts';
import { type Actor, authorOf, kyselyOf, runWrite, withTransaction } from '../operations/write.ts';
import type { ResourceService } from '../resource-service.ts';
import { deleteRecords } from './delete-records.ts';
import { findSelected, lockSelected } from './selection.ts';
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
  const selected = { service, select, role: actor.role };
  const batch = newId();
  const write = () =>
    withTransaction({ service, actor }, async (writing) => {
      const db = kyselyOf(writing);
      if (body.action === 'update') await lockTree(writing, { service, values: [body.values] });
      else {
        const ids = await findSelected(db, selected);
        await lockForDeletion({ db, resources, resource: resource.name, ids });
      }
      const ids = await lockSelected(db, selected);
      const changes =
        body.action === 'delete'
          ? await deleteRecords(writing, { service, ids })
          : await updateRecords(writing, {
              service,
              records: ids.map((id) => ({ id, values: body.values })),
            });
      await insertHistory(db, { changes, author: authorOf(actor), batch });
      await requireTimeLeft();
      return { batch, count: ids.length };
    });
  const deleted = [resource.name, ...cascadeTargets(resource.name, resources)];
  return runWrite({ service, actor }, { counted: body.action === 'delete' ? deleted : [], write });
}
