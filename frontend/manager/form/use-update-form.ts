import { useForm } from '@refinedev/antd';
import { type HttpError as RefineError, useDataProvider } from '@refinedev/core';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ErrorBody } from '#contract/errors.ts';
import type { Resource } from '#contract/schema/index.ts';
import { notifyError } from '../../components/notify-error.ts';
import { HttpError } from '../../http/http-error.ts';
import { useLabels } from '../labels.ts';
import { addresses, type ManagerRecord } from '../resource.ts';
import { type RecordResponse, toLoadedRecord } from '../use-record.ts';
import { useFormOptions } from './form-options.ts';
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

export type UpdateForm = ReturnType<typeof useUpdateForm>;

/** Loads a record into a form and saves its changes. Uses ETags, so that no unseen change is overwritten. */
export function useUpdateForm(resource: Resource, id: string) {
  const labels = useLabels();
  const navigate = useNavigate();
  const dataProvider = useDataProvider();
  // `onFinish` reads it when it is called, so it may be set right before.
  const { current: ifMatch } = useRef<{ etag?: string | undefined }>({});
  const controller = useForm<ManagerRecord, RefineError, FormValues>({
    ...useFormOptions(resource, id),
    mutationMeta: ifMatch,
  });
  const record = toLoadedRecord(controller.query!);
  const { item } = record;
  const initial = useMemo(() => (item ? valuesOf(resource, item) : {}), [resource, item]);
  const lastChanges = useRef<FormValues>({});
  const [conflict, setConflict] = useState<Conflict>();
  const page = addresses.show(resource.name, id);

  async function save(values: FormValues) {
    lastChanges.current = changesOf(resource, initial, values);
    ifMatch.etag ??= record.etag;
    if (Object.keys(lastChanges.current).length > 0) await controller.onFinish(lastChanges.current);
    await navigate(page, { replace: true });
  }

  const readRecord = (): Promise<RecordResponse> => dataProvider().getOne({ resource: resource.name, id });

  /** Requires the version that `read` returns from now on. If that fails, the conflict dialog stays open. */
  async function settle(read: () => Promise<{ etag?: string | undefined; error?: unknown }>) {
    const { etag, error } = await read().catch((error) => ({ etag: undefined, error }));
    if (error) await notifyError(error, labels.message(resource, 'updateFailed'));
    else {
      ifMatch.etag = etag;
      setConflict(undefined);
    }
    return !error;
  }

  async function fail(error: unknown, again: () => Promise<void>) {
    if (!(error instanceof HttpError) || error.status !== 412)
      return notifyError(error, labels.message(resource, 'updateFailed'));
    setConflict({
      mine: lastChanges.current,
      before: item!,
      now: (error.body as ErrorBody).current as ManagerRecord,
      takeTheirs: async () => {
        // Refine resets the form to a reloaded record, but not when that equals the one before.
        if (await settle(record.reload)) controller.form.resetFields();
      },
      overwrite: async () => {
        if (await settle(readRecord)) await again();
      },
    });
  }

  return {
    controller,
    record,
    initial,
    page,
    save,
    fail,
    conflict,
    closeConflict: () => setConflict(undefined),
  };
}
