import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../labels.ts';
import { resourceNamed } from '../resource.ts';

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
  update: 'manager.table.changed',
  delete: 'manager.table.deleted',
  archive: 'manager.archive.done',
  restore: 'manager.archive.restored',
  undo: 'batches.undone',
  // They are listed only while they are running.
  check: 'batches.checking',
  import: 'batches.importing',
} as const;

/** Returns the function that describes what a job does, or has done, in a sentence. */
export function useJobText(): (job: BatchJob) => string {
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
