import { useTranslation } from 'react-i18next';
import type { BatchResult, BulkBody, Selection } from '#contract/resources/bulk.ts';
import type { Resource } from '#contract/schema/index.ts';
import { http } from '../../http/http.ts';
import { canUndo, useDoneToast } from '../done-toast.ts';
import { useLabels } from '../labels.ts';
import { queryClient } from '../refine/query-client.ts';
import { isInArchive } from './in-archive.ts';

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
 * Returns a function that changes or deletes the selected records of a resource, and offers to undo it where the user may.
 * It throws an HttpError; nothing has been changed then.
 */
export function useBulk(resource: Resource) {
  const { t } = useTranslation();
  const labels = useLabels();
  const tellDone = useDoneToast();
  return async (select: Selection, action: BulkAction) => {
    const body: BulkBody<Values> = { select, ...action };
    const { batch, count } = (await http.post<BatchResult>(`/api/${resource.name}/bulk`, body)).data;
    const archives = resource.archive && !isInArchive(select);
    const done = action.action === 'delete' && archives ? 'archive' : action.action;
    void queryClient.invalidateQueries();
    tellDone(
      t(DONE[done], { records: labels.count(resource, count) }),
      canUndo(resource, done) ? () => http.post(`/api/history/batches/${batch}/undo`) : undefined,
    );
  };
}
