import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useForm } from '@refinedev/antd';
import { useDataProvider } from '@refinedev/core';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { bringBack, isRemoval, readLatestChange } from '../history/undo.ts';
import { useLabels } from '../labels.ts';
import { type RecordResponse, toLoadedRecord } from '../record-state.tsx';
import { queryClient } from '../refine/query-client.ts';
import type { ManagerRecord } from '../resource.ts';
import { useFormOptions } from './form-options.ts';
import { compareVersions, mergeVersions, type Versions } from './merge.ts';
import { changesOf, type FormValues, valuesOf } from './values.ts';

interface UpdateFormOptions {
  readonly resource: Resource;
  readonly id: string;
  readonly onSaved: () => Promise<void> | void;
}

/** Another user changed the record after the form was opened. */
export interface Conflict {
  readonly versions: Versions;
  /** The change in the history that led to the other version, if the user may read it. */
  readonly change: HistoryChange | undefined;
  /** Saves the merged values for the version that the user has seen. */
  readonly resolve: (merged: FormValues) => void;
  /** Returns to the unchanged form. */
  readonly close: () => void;
}

/** Another user deleted the record after the form was opened. */
export interface Removed {
  readonly change: HistoryChange;
  /** Creates the record again with the values of the form. */
  readonly createAgain: () => Promise<void>;
  readonly close: () => void;
}

/** What the pages and drawers that change a record draw. */
export type UpdateForm = ReturnType<typeof useUpdateForm>;

/** Loads a record into a form and saves its changes. Uses ETags, so that no unseen change is overwritten. */
export function useUpdateForm({ resource, id, onSaved }: UpdateFormOptions) {
  const labels = useLabels();
  // `onFinish` reads it when it is called, so it may be set right before.
  const { current: mutationMeta } = useRef<{ etag?: string | undefined }>({});
  const controller = useForm<ManagerRecord, HttpError, FormValues>({
    ...useFormOptions(resource, id),
    mutationMeta,
  });
  const dataProvider = useDataProvider();
  const record = toLoadedRecord(controller.query!);
  // The version that the changes refer to: the opened one, or the one last seen in a conflict.
  const [seen, setSeen] = useState<ManagerRecord>();
  const item = seen ?? record.item;
  const initial = useMemo(() => (item ? valuesOf(resource, item) : {}), [resource, item]);
  const [conflict, setConflict] = useState<Conflict>();
  const [removed, setRemoved] = useState<Removed>();

  async function save(values: FormValues) {
    const changes = changesOf(resource, initial, values);
    mutationMeta.etag ??= record.etag;
    if (Object.keys(changes).length > 0) await controller.onFinish(changes);
    await onSaved();
  }

  const notifyFailure = (error: unknown) => notifyError(error, labels.message(resource, 'updateFailed'));
  const readCurrent = (): Promise<RecordResponse> =>
    dataProvider().getOne<ManagerRecord>({ resource: resource.name, id });
  const closeRemoved = () => setRemoved(undefined);

  async function fail(error: unknown) {
    if (!(error instanceof HttpError) || (error.status !== 412 && error.status !== 404))
      return notifyFailure(error);
    try {
      const change = await readLatestChange({ resource, id }).catch(() => undefined);
      if (error.status === 404 && !(change && isRemoval(change))) return await notifyFailure(error);
      if (error.status === 404) return setRemoved({ change: change!, createAgain, close: closeRemoved });
      // The version in the error lacks its ETag, and may have been changed again.
      showConflict(await readCurrent(), change);
    } catch (error) {
      await notifyFailure(error);
    }
  }

  async function createAgain() {
    try {
      await bringBack({ resource, id });
      const { etag } = await readCurrent();
      mutationMeta.etag = etag;
      closeRemoved();
      controller.form.submit();
    } catch (error) {
      closeRemoved();
      await notifyFailure(error);
    }
  }

  function showConflict({ data: theirs, etag }: RecordResponse, change: HistoryChange | undefined) {
    const { form } = controller;
    const versions = { base: item!, mine: form.getFieldsValue(), theirs };
    const resolve = (merged: FormValues) => {
      mutationMeta.etag = etag;
      // The form must know the new version before it validates and saves.
      flushSync(() => {
        setSeen(theirs);
        setConflict(undefined);
      });
      form.setFields(Object.entries(merged).map(([name, value]) => ({ name, value, errors: [] })));
      form.submit();
    };
    const { clashes, onlyMine } = compareVersions(resource, versions);
    if (clashes.length + onlyMine.length > 0)
      return setConflict({ versions, change, resolve, close: () => setConflict(undefined) });
    // The record already has all changes, for example when the response of an earlier attempt was lost.
    void queryClient.invalidateQueries();
    resolve(mergeVersions(resource, versions, {}));
  }

  const form = { resource, controller, initial, onSave: save, onFailure: fail };
  return { resource, record, item, form, conflict, removed };
}
