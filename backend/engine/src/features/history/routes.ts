import { type AuditChange, type HistoryFilters, historyRoutes } from '@bindery/contract/api/history.ts';
import type { Router } from 'express';
import { requireActorOf, requireFixedRight, requireSession } from '#backend/access/sessions/middleware.ts';
import type { BatchJobs } from '#backend/features/batches/batch-jobs.ts';
import { csvCell, csvLines } from '#backend/kernel/csv/csv-lines.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { startDownload } from '#backend/kernel/http/downloads.ts';
import { endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import { allowLongRequest } from '#backend/kernel/http/request-lifecycle.ts';
import { undoBatch } from '#backend/records/resources/undo/undo.ts';
import { type HistoryParts, readHistoryPage } from './read-history.ts';

/** Returns the router with the endpoints for the history of all resources. */
export function historyEndpoints(parts: HistoryParts & { readonly jobs: BatchJobs }): Router {
  return endpoints(historyRoutes, {
    list: guarded(
      requireFixedRight('apps', 'manager'),
      async ({ query: { _end: size, _after: after, _batches, ...filters }, res }) => {
        const actor = requireActorOf(res);
        const { changes, next } = await readHistoryPage(parts, {
          filters,
          actor,
          size,
          after,
          oncePerBatch: _batches === 'once' && filters.batch === undefined,
        });
        res.set({
          'Cache-Control': 'private, no-cache',
          ...(next !== undefined && { 'X-Next-Cursor': next }),
        });
        return { status: 200, body: changes };
      },
    ),
    export: guarded(requireFixedRight('apps', 'manager'), async ({ query: filters, res }) => {
      const actor = requireActorOf(res);
      const name = `history-${new Date().toISOString().slice(0, 10)}.csv`;
      const open = async () => ({ name, pieces: await exportHistory(parts, { filters, actor }) });
      return { status: 200, body: await startDownload(res, { userId: actor.id, open }) };
    }),
    undoBatch: guarded(requireSession, async ({ params: { batch }, headers, res }) => {
      allowLongRequest(res);
      const actor = requireActorOf(res);
      const key = headers['idempotency-key'];
      const job = await parts.jobs.startUndo({ batch, actor, key });
      if (job) return { status: 202, body: job };
      return { status: 200, body: await undoBatch(parts.services, { batch, actor, key }) };
    }),
    batchJobs: guarded(requireSession, async ({ res }) => {
      res.set('Cache-Control', 'private, no-store');
      return { status: 200, body: await parts.jobs.list(requireActorOf(res)) };
    }),
    batchJob: guarded(requireSession, async ({ params: { batch }, res }) => {
      res.set('Cache-Control', 'private, no-store');
      return { status: 200, body: await parts.jobs.read(batch, requireActorOf(res)) };
    }),
    cancelBatch: guarded(requireSession, async ({ params: { batch }, res }) => ({
      status: 202,
      body: await parts.jobs.cancel(batch, requireActorOf(res)),
    })),
    resumeBatch: guarded(requireSession, async ({ params: { batch }, res }) => ({
      status: 202,
      body: await parts.jobs.resume(batch, requireActorOf(res)),
    })),
    dismissBatch: guarded(requireSession, async ({ params: { batch }, res }) => {
      await parts.jobs.dismiss(batch, requireActorOf(res));
      return { status: 204, body: undefined };
    }),
  });
}

/** The number of changes that are read at once, so that memory does not grow with the file. */
const AT_ONCE = 500;

const HEADINGS =
  'at,action,resource,record,label,user,impersonator,apiKey,apiKeyName,batch,field,before,after';

/** Starts the export of the history as CSV; returns the file, which is read chunk by chunk. */
async function exportHistory(
  parts: HistoryParts,
  { filters, actor }: { filters: HistoryFilters; actor: Actor },
): Promise<AsyncIterable<string>> {
  const read = (after?: string) =>
    readHistoryPage(parts, { filters, actor, size: AT_ONCE, after, isExport: true });
  // Reads before the response starts, so that an invalid filter gets an error response.
  const first = await read();
  async function* pieces() {
    yield csvLines([HEADINGS.split(',')]);
    for (let page = first; ; page = await read(page.next)) {
      yield csvLines(page.changes.flatMap(rowsOf));
      if (page.next === undefined) return;
    }
  }
  return pieces();
}

/** Returns one row for each changed field, or one for a change without any. */
function rowsOf({ changes, actor, impersonator, apiKey, ...change }: AuditChange): (string | null)[][] {
  const own = [change.at, change.action, change.resource, change.recordId, change.label];
  const all = [...own, actor?.label, impersonator?.label, apiKey?.id, apiKey?.name, change.batch];
  const fields = Object.entries(changes);
  if (fields.length === 0) return [[...all, null, null, null].map(csvCell)];
  return fields.map(([name, { before, after }]) =>
    [...all, name, textOf(before), textOf(after)].map(csvCell),
  );
}

/** Returns a value as text: a reference as its label. */
const textOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'label' in value ? value.label : value;
