import { useTranslation } from 'react-i18next';
import type { BatchResult, BulkBody, Selection } from '#contract/resources/bulk.ts';
import type { Resource } from '#contract/schema/index.ts';
import { notifyError } from '../../components/notify-error.ts';
import { notify } from '../../components/toasts.ts';
import { http } from '../../http/http.ts';
import { useLabels } from '../labels.ts';
import { focusRecords } from '../layout/focus-records.ts';
import { queryClient } from '../refine/query-client.ts';
import { isInArchive } from './in-archive.ts';

/** How long a write can be undone, in milliseconds. */
const UNDO_TIME = 10_000;

/** What a success is called. */
const DONE = {
  delete: 'manager.table.deleted',
  update: 'manager.table.changed',
  archive: 'manager.archive.done',
  restore: 'manager.archive.restored',
} as const;

type Values = Readonly<Record<string, unknown>>;

/** What to do with the selected records. */
export type BulkAction =
  | { readonly action: 'delete' }
  | { readonly action: 'restore' }
  | { readonly action: 'update'; readonly values: Values };

/**
 * Returns a function that changes or deletes the selected records of a resource, and offers to undo it. It throws an
 * HttpError; nothing has been changed then.
 */
export function useBulk(resource: Resource) {
  const { t } = useTranslation();
  const labels = useLabels();
  const undo = async (batch: string) => {
    // The toast goes, and the focus with it.
    focusRecords();
    try {
      await http.post(`/api/history/batches/${batch}/undo`);
      await queryClient.invalidateQueries();
      await notify('success', t('manager.table.undone'));
    } catch (error) {
      await notifyError(error, t('manager.table.undoFailed'));
    }
  };
  return async (select: Selection, action: BulkAction) => {
    const body: BulkBody<Values> = { select, ...action };
    const { batch, count } = (await http.post<BatchResult>(`/api/${resource.name}/bulk`, body)).data;
    const archives = resource.archive && !isInArchive(select);
    const key = DONE[action.action === 'delete' && archives ? 'archive' : action.action];
    void queryClient.invalidateQueries();
    void notify('success', t(key, { records: labels.count(resource, count) }), {
      duration: UNDO_TIME,
      action: { label: t('manager.table.undo'), onClick: () => void undo(batch) },
    });
  };
}
