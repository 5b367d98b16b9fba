import type { BatchResult, BulkBody } from '@bindery/contract/records/resources/bulk.ts';
import { newId } from '#backend/database/id.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import { lockForDeletion } from '../operations/apply-deletion-effects.ts';
import { once } from '../operations/once.ts';
import { lockTree } from '../operations/own-ancestor.ts';
import { cascadeTargets } from '../operations/references.ts';
import { kyselyOf, runWrite, withTransaction } from '../operations/write.ts';
import type { ResourceService } from '../resource-service.ts';
import { sessionWithin } from '../write/session.ts';
import { writeChanges } from '../write/write-changes.ts';
import { findSelected, lockSelected, rowsSelected } from './selection.ts';

interface Bulk {
  readonly body: BulkBody<RecordValues>;
  readonly actor: Actor;
  /** The Idempotency-Key header, with which the same request is done once. */
  readonly key?: string | undefined;
}

/**
 * Updates or deletes several records, all or none of them, each by the rules for a single one. Their history
 * entries share a batch.
 *
 * @throws ApiError SELECTION_CHANGED; what `once` throws; or the error of a single record, with the record.
 */
export async function bulk(service: ResourceService, { body, actor, key }: Bulk): Promise<BatchResult> {
  const { resource, resources } = service;
  const { select } = body;
  const rows = body.action === 'restore' ? 'archived' : rowsSelected({ service, select, actor });
  const selected = { service, select, actor, rows };
  const archives = resource.archive && body.action === 'delete' && rows === 'live';
  const batch = newId();
  const request = ['bulk', resource.name, JSON.stringify(body)];
  const writeWithin = async (writing: WriteContext): Promise<BatchResult> => {
    const db = kyselyOf(writing);
    if (body.action === 'update') await lockTree(writing, { service, values: [body.values] });
    else if (body.action === 'delete' && !archives) {
      const ids = await findSelected(db, selected);
      await lockForDeletion({ db, resources, resource: resource.name, ids });
    }
    const ids = await lockSelected(db, { ...selected, action: body.action });
    const values = body.action === 'update' ? body.values : {};
    const { changes } = await writeChanges(sessionWithin({ ...writing, batch }), {
      changes: ids.map((id) => ({ service, action: archives ? 'archive' : body.action, id, values })),
      ...{ isLocked: true, namesRecords: true },
    });
    await requireTimeLeft();
    const written = new Set(changes.map(({ record }) => record));
    return { batch, count: ids.length, changed: ids.filter((id) => written.has(id)).length };
  };
  const write = () =>
    withTransaction(
      { service, actor },
      async (writing) =>
        (await once(kyselyOf(writing), { actor, key, request }, () => writeWithin(writing))).answer,
    );
  const deleted = [resource.name, ...cascadeTargets(resource.name, resources)];
  return runWrite({ service, actor }, { counted: body.action === 'update' ? [] : deleted, write });
}
