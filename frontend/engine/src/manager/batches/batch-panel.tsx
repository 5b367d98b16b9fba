import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { api } from '#frontend/shell/http/api.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useLabels } from '../labels.ts';
import { Progress } from '../progress.tsx';
import { createIdempotencyKeys } from '../refine/idempotency-keys.ts';
import { queryClient } from '../refine/query-client.ts';
import { addresses, resourceNamed } from '../resource.ts';
import { canUndo } from '../row-rights.ts';
import { DONE_TEXTS, useFailure } from '../toasts/toasts.tsx';
import { BATCH_JOBS, fetchBatchJobs, undoBatch } from './batch-jobs.ts';
import styles from './batch-panel.module.css';

/** How often the progress of a running job is requested. */
const POLL_MS = 1_000;

const isRunning = ({ state }: BatchJob) => state === 'running';

/** Renders the user's jobs: their progress, then their result until the user dismisses it. */
export default function BatchPanel() {
  const { t } = useTranslation();
  const textOf = useJobText();
  const { search } = useLocation();
  const { data = [] } = useQuery({
    queryKey: BATCH_JOBS,
    queryFn: fetchBatchJobs,
    staleTime: POLL_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
  });
  // The page of an import shows its progress itself.
  const jobs = data.filter(({ id }) => !search.includes(id));
  useRefreshedRecords(data);
  return (
    <>
      {/* Says that a job has started or ended, not each step of it. */}
      <p className="only-for-screen-readers" role="status">
        {jobs[0] && textOf(jobs[0])}
      </p>
      {jobs.length > 0 && (
        <section className={styles.panel} aria-label={t('batches.label')}>
          {jobs.map((job) => (
            <BatchJobLine key={job.id} job={job} />
          ))}
        </section>
      )}
    </>
  );
}

/** Loads lists and records again when a job has finished. */
function useRefreshedRecords(jobs: readonly BatchJob[]): void {
  const running = jobs.filter(isRunning).length;
  const last = useRef(running);
  useEffect(() => {
    const hasEnded = running < last.current;
    last.current = running;
    if (hasEnded)
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== BATCH_JOBS[0] });
  }, [running]);
}

/** Renders a job: its progress with a button to cancel it, or its result with the possible actions. */
function BatchJobLine({ job }: { job: BatchJob }) {
  const { t } = useTranslation();
  const text = useJobText()(job);
  const [busy, setBusy] = useState(false);
  const [keys] = useState(createIdempotencyKeys);
  const { id, kind, state, changed, skipped } = job;
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await queryClient.invalidateQueries({ queryKey: BATCH_JOBS });
    } catch (error) {
      await notifyError(error, text);
    } finally {
      setBusy(false);
    }
  };
  const params = { batch: id };
  const resource = resourceNamed(job.resource);
  const isImport = kind === 'import' || kind === 'check';
  const isUndoable =
    kind !== 'undo' && !isImport && changed > 0 && resource !== undefined && canUndo(resource, kind);
  if (state === 'running')
    return (
      <div className={styles.job}>
        <Progress label={text} value={job} />
        <p className="text-muted">{t('batches.mayLeave')}</p>
        <div className="row-wrap">
          {isImport ? (
            <AppLink
              className={buttonClass('secondary')}
              to={`${addresses.import(job.resource)}?import=${id}`}
            >
              {t('batches.showImport')}
            </AppLink>
          ) : (
            <Button busy={busy} onClick={() => act(() => api.history.cancelBatch({ params }))}>
              {t('common.cancel')}
            </Button>
          )}
        </div>
      </div>
    );
  return (
    <div className={styles.ended}>
      <div className={styles.result}>
        <p>{text}</p>
        {state === 'failed' && resource && <Reason job={job} resource={resource} />}
        {skipped > 0 && (
          <p className="text-muted">
            {t(kind === 'undo' ? 'batches.changedSince' : 'batches.gone', { number: skipped })}
          </p>
        )}
      </div>
      <div className="row-wrap">
        {state !== 'done' && (
          <Button busy={busy} onClick={() => act(() => api.history.resumeBatch({ params }))}>
            {t('batches.resume')}
          </Button>
        )}
        {isUndoable && (
          <Button busy={busy} onClick={() => act(() => undoBatch(id, keys))}>
            {t('manager.table.undo')}
          </Button>
        )}
        <Button variant="quiet" busy={busy} onClick={() => act(() => api.history.dismissBatch({ params }))}>
          {t('batches.dismiss')}
        </Button>
      </div>
    </div>
  );
}

/** Renders why a job has stopped, with the rejected record. */
function Reason({ job: { error }, resource }: { job: BatchJob; resource: Resource }) {
  const { failure, failed } = useFailure({ resource, onGone: () => {} });
  const body = JSON.stringify(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `failed` is another function in each render
  useEffect(() => {
    void failed(new HttpError({ status: 409, statusText: '', body: JSON.parse(body) }));
  }, [body]);
  return failure ? <p role="alert">{failure}</p> : null;
}

const RUNNING = {
  update: 'batches.changing',
  delete: 'batches.deleting',
  archive: 'batches.archiving',
  restore: 'batches.restoring',
  undo: 'batches.undoing',
  check: 'batches.checking',
  import: 'batches.importing',
} as const;

const DONE = {
  ...DONE_TEXTS,
  undo: 'batches.undone',
  // They are listed only while they are running.
  check: 'batches.checking',
  import: 'batches.importing',
} as const;

/** Returns the function that describes what a job does, or has done, in a sentence. */
function useJobText(): (job: BatchJob) => string {
  const { t } = useTranslation();
  const labels = useLabels();
  return ({ kind, resource: name, state, done, total }) => {
    const resource = resourceNamed(name);
    const count = state === 'running' ? total : done;
    const records = resource ? labels.count(resource, count) : String(count);
    if (state === 'failed') return t('batches.failed', { done, total });
    if (state === 'cancelled') return t('batches.cancelled', { done, total });
    return t(state === 'running' ? RUNNING[kind] : DONE[kind], { records });
  };
}
