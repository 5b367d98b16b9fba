import { BYTE_ORDER_MARK, escapeFormula } from '@bindery/contract/records/csv.ts';
import { importRoutes } from '@bindery/contract/records/imports.ts';
import { createErrorTexts } from '@bindery/contract/records/resources/labels.ts';
import type { FieldErrorKey } from '@bindery/contract/records/validation.ts';
import type { Response, Router } from 'express';
import { requireActorOf } from '#backend/access/sessions/middleware.ts';
import { hasFieldsOf, toStoredActor } from '#backend/access/sessions/stored-actor.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { startWork } from '#backend/features/batches/stored-work.ts';
import { csvLines } from '#backend/kernel/csv/csv-lines.ts';
import { ApiError, errorsAt, reasonAt } from '#backend/kernel/http/api-error.ts';
import { startDownload } from '#backend/kernel/http/downloads.ts';
import { endpoints } from '#backend/kernel/http/endpoints.ts';
import { contextOf } from '#backend/kernel/http/request-context.ts';
import type { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import { pageTexts } from '#backend/kernel/page-texts.ts';
import type { ResourceServices } from '#backend/records/resources/resource-service.ts';
import { lineOf } from './checked-record.ts';
import type { ImportJobs } from './jobs.ts';
import { createImportPlan } from './plan.ts';
import {
  changeImport,
  findImport,
  type ImportChange,
  readInvalidRows,
  type StoredImport,
  toState,
} from './store.ts';

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
  /** The Idempotency-Key header, with which the job is started once. */
  readonly key: string | undefined;
}

/** Returns the error of an import that cannot start as requested, with the reason. */
const conflict = (key: FieldErrorKey) => new ApiError('CONFLICT', reasonAt('file', key));

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
  const begin = async (res: Response, { id }: StoredImport, { job, from, change, key }: Start) => {
    const actor = requireActorOf(res);
    await startWork(
      { database, queue },
      {
        actor,
        key,
        request: ['import', id, job, JSON.stringify(change)],
        job: jobs[job],
        begin: async (within) => {
          if (!(await changeImport(within, { id, ...RESET, ...change, actor: toStoredActor(actor), from })))
            throw conflict('errors.importBusy');
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
      if (body.mapping.length !== stored.columns.length)
        throw new ApiError('INVALID', errorsAt('mapping', 'errors.invalid'));
      createImportPlan(services.get(stored.resource)!, { ...body, actor: requireActorOf(res) });
      const change = { ...body, state: 'checking', invalid: 0 } as const;
      return begin(res, stored, { job: 'check', from: IDLE, change, key: headers['idempotency-key'] });
    },
    run: async ({ params, body: { mode }, headers, res }) => {
      const stored = await own(res, params.id);
      if (stored.state === 'uploaded') throw conflict('errors.importUnchecked');
      // Otherwise a file with invalid records would be read only to be rejected.
      if (mode === 'all' && stored.state === 'checked' && stored.invalid > 0)
        throw conflict('errors.importInvalidLines');
      const actor = requireActorOf(res);
      // The check was for other rows, such as those of another tenant.
      if (!hasFieldsOf(actor, stored)) throw conflict('errors.actorRights');
      // Or for a former role: the job would stop at its first portion.
      createImportPlan(services.get(stored.resource)!, { ...stored, mapping: stored.mapping ?? [], actor });
      const change = { state: 'importing', mode } as const;
      return begin(res, stored, { job: 'run', from: ['checked'], change, key: headers['idempotency-key'] });
    },
    cancel: async ({ params, res }) => {
      const { id } = await own(res, params.id);
      await changeImport(db, { id, isCancelled: true, from: ['checking', 'importing'] });
      return { status: 202, body: await current(id) };
    },
    invalidRows: async ({ params, res }) => {
      const { id } = await own(res, params.id);
      res.set('Cache-Control', 'private, no-store');
      return { status: 200, body: await readInvalidRows(db, { importId: id }) };
    },
    invalidRowsFile: async ({ params, res }) => {
      const stored = await own(res, params.id);
      const { resource } = services.get(stored.resource)!;
      const texts = createErrorTexts(resource, pageTexts(contextOf(res).language));
      const open = async () => ({ name: 'invalid-rows.csv', pieces: invalidRowsFile(db, stored, texts) });
      const { id: userId } = requireActorOf(res);
      return { status: 200, body: await startDownload(res, { userId, open }) };
    },
  });
}

const PAGE = 500;

/** Returns an import's invalid rows as CSV: line, errors in a language of the pages, and original cells. */
async function* invalidRowsFile(
  db: Transaction,
  { id, columns }: StoredImport,
  textOf: ReturnType<typeof createErrorTexts>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([['_line', '_errors', ...columns.map(({ heading }) => heading)]]);
  let after = 0;
  for (;;) {
    const rows = await readInvalidRows(db, { importId: id, after, limit: PAGE });
    if (rows.length === 0) return;
    after = rows.at(-1)!.number;
    yield csvLines(
      rows.map(({ number, cells, errors }) => {
        const messages = Object.entries(errors).flatMap(([name, all]) =>
          all.map((error) => textOf(name, error)),
        );
        return [String(lineOf(number)), escapeFormula(messages.join('; ')), ...cells.map(safe)];
      }),
    );
  }
}

/** The cells come from the user's own file, but another user may open this one. */
const safe = (cell: string | null) => (cell === null || cell.startsWith("'") ? cell : escapeFormula(cell));
