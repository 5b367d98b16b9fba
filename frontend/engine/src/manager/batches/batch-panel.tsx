import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { queryClient } from '../refine/query-client.ts';
import { BatchJobLine } from './batch-job-line.tsx';
import { BATCH_JOBS, fetchBatchJobs } from './batch-jobs.ts';
import styles from './batch-panel.module.css';
import { useJobText } from './use-job-text.ts';

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
