import { historyRoutes } from '@bindery/contract/api/history.ts';
import type { Router } from 'express';
import { requireActorOf, requireRight, requireSession } from '#backend/access/sessions/middleware.ts';
import type { BatchJobs } from '#backend/features/batches/batch-jobs.ts';
import { startDownload } from '#backend/kernel/http/downloads.ts';
import { endpoints, guardedBy } from '#backend/kernel/http/endpoints.ts';
import { allowLongRequest } from '#backend/kernel/http/request-lifecycle.ts';
import { undoBatch } from '#backend/records/resources/undo/undo.ts';
import { exportHistory } from './export-history.ts';
import { type HistoryParts, readHistoryPage } from './read-history.ts';

/** Returns the router with the endpoints for the history of all resources. */
export function historyEndpoints(parts: HistoryParts & { readonly jobs: BatchJobs }): Router {
  return endpoints(historyRoutes, {
    list: {
      ...guardedBy(requireRight('apps', 'manager')),
      handler: async ({ query: { _end: size, _after: after, _batches, ...filters }, res }) => {
        const actor = requireActorOf(res);
        const { entries, next } = await readHistoryPage(parts, {
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
        return { status: 200, body: entries };
      },
    },
    export: {
      ...guardedBy(requireRight('apps', 'manager')),
      handler: async ({ query: filters, res }) => {
        const actor = requireActorOf(res);
        const name = `history-${new Date().toISOString().slice(0, 10)}.csv`;
        const headers = {
          'Content-Type': 'text/csv; charset=utf-8; header=present',
          'Cache-Control': 'private, no-store',
          'Content-Disposition': `attachment; filename="${name}"`,
        };
        const open = async () => ({ headers, pieces: await exportHistory(parts, { filters, actor }) });
        return { status: 200, body: await startDownload(res, { userId: actor.id, open }) };
      },
    },
    undoBatch: {
      ...guardedBy(requireSession),
      handler: async ({ params: { batch }, headers, res }) => {
        allowLongRequest(res);
        const actor = requireActorOf(res);
        const key = headers['idempotency-key'];
        const job = await parts.jobs.startUndo({ batch, actor, key });
        if (job) return { status: 202, body: job };
        return { status: 200, body: await undoBatch(parts.services, { batch, actor, key }) };
      },
    },
    batchJobs: {
      ...guardedBy(requireSession),
      handler: async ({ res }) => {
        res.set('Cache-Control', 'private, no-store');
        return { status: 200, body: await parts.jobs.list(requireActorOf(res)) };
      },
    },
    batchJob: {
      ...guardedBy(requireSession),
      handler: async ({ params: { batch }, res }) => {
        res.set('Cache-Control', 'private, no-store');
        return { status: 200, body: await parts.jobs.read(batch, requireActorOf(res)) };
      },
    },
    cancelBatch: {
      ...guardedBy(requireSession),
      handler: async ({ params: { batch }, res }) => ({
        status: 202,
        body: await parts.jobs.cancel(batch, requireActorOf(res)),
      }),
    },
    resumeBatch: {
      ...guardedBy(requireSession),
      handler: async ({ params: { batch }, res }) => ({
        status: 202,
        body: await parts.jobs.resume(batch, requireActorOf(res)),
      }),
    },
    dismissBatch: {
      ...guardedBy(requireSession),
      handler: async ({ params: { batch }, res }) => {
        await parts.jobs.dismiss(batch, requireActorOf(res));
        return { status: 204, body: undefined };
      },
    },
  });
}
