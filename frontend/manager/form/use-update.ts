import { useUpdate as useRefineUpdate } from '@refinedev/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ErrorBody } from '#contract/errors.ts';
import { notifyError } from '../../components/notify-error.ts';
import { notify } from '../../components/toasts.ts';
import { HttpError } from '../../http/http-error.ts';
import { useLabels } from '../labels.ts';
import { addresses, type ManagerRecord, useResource } from '../resource.ts';
import type { LoadedRecord } from '../use-record.ts';
import { changesOf, type FormValues, valuesOf } from './values.ts';

/** Another user changed the record after the form was opened. */
export interface Conflict {
  /** The user's own changes. */
  readonly mine: FormValues;
  /** The record when the form was opened, and as it is now. */
  readonly before: ManagerRecord;
  readonly now: ManagerRecord;
  readonly overwrite: () => Promise<void>;
  readonly takeTheirs: () => Promise<void>;
}

/** Provides the function that saves a record. Uses ETags, so that no unseen change is overwritten. */
export function useUpdate(record: LoadedRecord & { item: ManagerRecord }) {
  const resource = useResource();
  const labels = useLabels();
  const navigate = useNavigate();
  const { mutateAsync, mutation } = useRefineUpdate();
  const [opened, setOpened] = useState({ item: record.item, initial: valuesOf(resource, record.item) });
  const etag = useRef(record.etag);
  const lastChanges = useRef<FormValues>({});
  const [conflict, setConflict] = useState<Conflict>();
  const page = addresses.show(resource.name, record.item.id);

  async function save(values: FormValues) {
    lastChanges.current = changesOf(resource, opened.initial, values);
    if (Object.keys(lastChanges.current).length === 0) return navigate(page, { replace: true });
    await mutateAsync({
      resource: resource.name,
      id: record.item.id,
      values: lastChanges.current,
      meta: { etag: etag.current },
      successNotification: false,
      errorNotification: false,
    });
    await navigate(page, { replace: true });
    await notify('success', labels.message(resource, 'updated'));
  }

  /** Fetches the current record and continues with it. If that fails, the conflict dialog stays open. */
  async function settle(goOn: (item: ManagerRecord) => unknown) {
    const { item, etag: current, error } = await record.reload();
    if (error || !item) return notifyError(error, labels.message(resource, 'updateFailed'));
    etag.current = current;
    setConflict(undefined);
    await goOn(item);
  }

  async function fail(error: unknown, again: () => Promise<void>) {
    if (!(error instanceof HttpError) || error.status !== 412)
      return notifyError(error, labels.message(resource, 'updateFailed'));
    setConflict({
      mine: lastChanges.current,
      before: opened.item,
      now: (error.body as ErrorBody).current as ManagerRecord,
      takeTheirs: () => settle((item) => setOpened({ item, initial: valuesOf(resource, item) })),
      overwrite: () => settle(again),
    });
  }

  return {
    ...opened,
    page,
    save,
    fail,
    conflict,
    closeConflict: () => setConflict(undefined),
    busy: mutation.isPending,
  };
}
