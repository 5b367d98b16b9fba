import { importRoutes } from '@bindery/contract/records/imports.ts';
import { type FieldErrorKey, fieldError } from '@bindery/contract/records/validation.ts';
import type { Response, Router } from 'express';
import { requireActorOf } from '#backend/access/sessions/middleware.ts';
import { toStoredActor } from '#backend/access/sessions/stored-actor.ts';
import type { Database } from '#backend/database/connection.ts';
import { startWork } from '#backend/features/batches/stored-work.ts';
import type { UserActor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { startDownload } from '#backend/kernel/http/downloads.ts';
import { endpoints } from '#backend/kernel/http/endpoints.ts';
import { contextOf } from '#backend/kernel/http/request-context.ts';
import type { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import type { ResourceServices } from '#backend/records/resources/resource-service.ts';
import type { ImportJobs } from './jobs.ts';
import { createImportPlan } from './plan.ts';
import {
  changeImport,
  findImport,
  type ImportChange,
  readWrongRows,
  type StoredImport,
  toState,
} from './store.ts';
import { wrongRowsFile } from './wrong-rows-file.ts';

interface Parts {
  readonly database: Database;
  readonly services: ResourceServices;
  readonly queue: JobQueue;
  readonly jobs: ImportJobs;
}

/** The states in which an import has no running job. */
const IDLE = ['uploaded', 'checked', 'failed', 'cancelled'];
const RESET = { done: 0, created: 0, updated: 0, isCancelled: false, error: null } as const;

interface Start {
  readonly job: keyof ImportJobs;
  /** The states in which the job may start. */
  readonly from: readonly string[];
  readonly change: ImportChange;
  readonly actor: UserActor;
  /** The Idempotency-Key header, with which the job is started once. */
  readonly key?: string | undefined;
}

/** Returns the error of an import that cannot start as requested, with the reason. */
function refusal(key: FieldErrorKey): ApiError {
  const error = fieldError('file', key);
  return new ApiError('CONFLICT', { message: error.message, errors: { file: [error] } });
}

/** Returns the endpoints of uploaded files. */
export function importEndpoints({ database, services, queue, jobs }: Parts): Router {
  const db = database.kysely;
  const own = async (res: Response, id: string): Promise<StoredImport> => {
    const found = await findImport(db, { id, actorId: requireActorOf(res).id });
    if (!found || !services.has(found.resource)) throw new ApiError('NOT_FOUND');
    return found;
  };
  const current = async (id: string) => toState((await findImport(db, { id }))!);
  /** Changes the state and adds the job, both or neither; a simultaneous second call is rejected. */
  const begin = async ({ id }: StoredImport, { job, from, change, actor, key }: Start) => {
    const { actorId: _owner, ...by } = toStoredActor(actor);
    await startWork(
      { database, queue },
      {
        actor,
        key,
        request: ['import', id, job, JSON.stringify(change)],
        job: jobs[job],
        begin: async (within) => {
          if (!(await changeImport(within, { id, ...RESET, ...change, ...by, from })))
            throw refusal('errors.importBusy');
          return id;
        },
        payloadOf: (importId) => ({ importId }),
      },
    );
    return { status: 202 as const, body: await current(id) };
  };
  return endpoints(importRoutes, {
    read: async ({ params, res }) => {
      res.set('Cache-Control', 'private, no-store');
      return { status: 200, body: toState(await own(res, params.id)) };
    },
    check: async ({ params, body, headers, res }) => {
      const stored = await own(res, params.id);
      if (body.mapping.length !== stored.columns.length) throw new ApiError('INVALID');
      const actor = requireActorOf(res);
      createImportPlan(services.get(stored.resource)!, { ...body, actor });
      const change = { ...body, state: 'checking', wrong: 0 } as const;
      const key = headers['idempotency-key'];
      return begin(stored, { job: 'check', from: IDLE, change, actor, key });
    },
    run: async ({ params, body: { mode }, headers, res }) => {
      const stored = await own(res, params.id);
      // Otherwise a file with invalid records would be read only to be rejected.
      if (mode === 'all' && stored.state === 'checked' && stored.wrong > 0)
        throw refusal('errors.importWrongLines');
      const change = { state: 'importing', mode } as const;
      const key = headers['idempotency-key'];
      return begin(stored, { job: 'run', from: ['checked'], change, actor: requireActorOf(res), key });
    },
    cancel: async ({ params, res }) => {
      const { id } = await own(res, params.id);
      await changeImport(db, { id, isCancelled: true, from: ['checking', 'importing'] });
      return { status: 202, body: await current(id) };
    },
    wrongRows: async ({ params, res }) => {
      const { id } = await own(res, params.id);
      res.set('Cache-Control', 'private, no-store');
      return { status: 200, body: await readWrongRows(db, { importId: id }) };
    },
    wrongRowsFile: async ({ params, res }) => {
      const stored = await own(res, params.id);
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': 'attachment; filename="wrong-rows.csv"',
        'Cache-Control': 'private, no-store',
      };
      const { resource } = services.get(stored.resource)!;
      const { language } = contextOf(res);
      const open = async () => ({ headers, pieces: wrongRowsFile(db, { stored, resource, language }) });
      const { id: userId } = requireActorOf(res);
      return { status: 200, body: await startDownload(res, { userId, open }) };
    },
  });
}
