import type { BatchResult, BulkBody, Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { ResourceName } from '@bindery/contract/schema/register.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { showBatchJob, undoBatch } from '../batches/batch-jobs.ts';
import { useLabels } from '../labels.ts';
import { createIdempotencyKeys, withKey } from '../refine/idempotency-keys.ts';
import { queryClient } from '../refine/query-client.ts';
import { apiOf, resourceNamed } from '../resource.ts';
import { canUndo, type Done, fixedInUpdates } from '../row-rights.ts';
import { DONE_TEXTS, useDoneToast, useFailure } from '../toasts/toasts.tsx';

type Values = Readonly<Record<string, unknown>>;

/** The action on the selected records. */
type BulkAction =
  | { readonly action: 'delete' }
  | { readonly action: 'restore' }
  | { readonly action: 'update'; readonly values: Values };

/**
 * Returns a function that reads all lists and records again after a write of several, and shows a toast that
 * undoes the batch if the user may. Without a batch, it only reads. With a label, the toast names the only
 * record.
 */
export function useBatchToast(resource: Resource) {
  const { t } = useTranslation();
  const labels = useLabels();
  const tellDone = useDoneToast(resource);
  return (done: Done, result: BatchResult | undefined, label?: string): void => {
    void queryClient.invalidateQueries();
    if (!result) return;
    const { batch, count, changed } = result;
    if (changed === 0) return void notify('success', t('manager.table.unchanged'));
    const undoing = createIdempotencyKeys();
    tellDone(
      // The deletion of a record has the same words here as on its page.
      done === 'delete' && label !== undefined
        ? labels.message(resource, 'deleted')
        : t(DONE_TEXTS[done], { records: labels.count(resource, count) }),
      canUndo(resource, done) ? () => undoBatch(batch, undoing) : undefined,
      label,
    );
  };
}

/** Returns whether two writes are the same, except for the number of records that the page showed. */
const isSameWrite = (one: BulkBody<Values>, other: BulkBody<Values>): boolean => {
  const [a, b] = [one, other].map(({ select, ...action }) =>
    JSON.stringify({ ...action, select: { ...select, count: 0 } }),
  );
  return a === b;
};

/**
 * Returns a function that reports a change of several records of a resource by a custom page: it reads all
 * lists and records again, and shows a toast that undoes the batch if the user may.
 */
export function useUndoToast(of: ResourceName): (result: BatchResult) => void {
  const tell = useBatchToast(resourceNamed(of)!);
  return (result) => tell('update', result);
}

/**
 * Returns a function that changes or deletes the selected records of a resource, and offers to undo it if the
 * user may. A job, shown above the page, writes more records than one request can. An HttpError means that
 * nothing has changed, unless the response was lost: the same call is then safe to repeat.
 */
export function useBulk(resource: Resource) {
  const tellBatch = useBatchToast(resource);
  const [keys] = useState(createIdempotencyKeys);
  const lost = useRef<BulkBody<Values>>(undefined);
  return async (select: Selection, action: BulkAction, label?: string) => {
    const wanted: BulkBody<Values> = { select, ...action };
    // If the write has succeeded, the list may have another number by now.
    const body = lost.current && isSameWrite(lost.current, wanted) ? lost.current : wanted;
    lost.current = body;
    const response = await apiOf(resource.name)
      .bulk({ body, ...withKey(keys, body) })
      .catch((error) => {
        // Rejected: nothing was written, and the user may confirm another number.
        if (error instanceof HttpError && error.status > 0 && error.status < 500) lost.current = undefined;
        throw error;
      });
    lost.current = undefined;
    keys.renew();
    if (response.status === 202) return showBatchJob(response.body);
    const archives = resource.archive && !isInArchive(select);
    const done = action.action === 'delete' && archives ? 'archive' : action.action;
    tellBatch(done, response.body, label);
  };
}

/**
 * Returns the state of a dialog that writes the selected records: their number and selection as the server
 * has found them last, why a write has failed, and the function that writes them.
 */
export function useBulkDialog({ resource, select, count, label, onGone, onDone }: BulkProps) {
  const write = useBulk(resource);
  const [busy, setBusy] = useState(false);
  const { failure, count: found, failed, forget } = useFailure({ resource, onGone });
  const shownCount = found ?? count;
  const selected: Selection = 'ids' in select ? select : { ...select, count: shownCount };
  const run = async (action: BulkAction) => {
    setBusy(true);
    forget();
    try {
      await write(selected, action, label);
      onDone();
    } catch (error) {
      await failed(error);
      setBusy(false);
    }
  };
  return { busy, failure, forget, shownCount, selected, run };
}

/** Returns whether the selected records are those of an archive. */
export const isInArchive = (select: Selection): boolean =>
  'ids' in select ? select.archived === true : new URLSearchParams(select.query).get('archived') === 'true';

/** The props of the dialogs for selected records. */
export interface BulkProps {
  readonly resource: Resource;
  readonly select: Selection;
  /** The number of selected records. */
  readonly count: number;
  /** The label of the record, if there is only one. */
  readonly label?: string | undefined;
  /** What distinguishes it from others with the same label. */
  readonly detail?: string | undefined;
  /** Called when a selected record no longer exists. */
  readonly onGone: (id: string) => void;
  /** Called when the records have been written. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Returns the fields that can be set to the same value in several records. */
export function changeableFields(resource: Resource): ResourceField[] {
  const fixed = fixedInUpdates(resource);
  return Object.values(resource.fields).filter(
    ({ name, readOnly, unique }) => !readOnly && !unique && !fixed.includes(name),
  );
}
