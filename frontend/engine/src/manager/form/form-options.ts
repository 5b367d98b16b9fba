import type { Resource } from '@bindery/contract/schema/index.ts';
import type { UseFormReturnType } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { useState } from 'react';
import { useLabels } from '../labels.ts';
import { createIdempotencyKeys } from '../refine/idempotency-keys.ts';
import { labelOf, type ManagerRecord } from '../resource.ts';
import { notifyInvited, notifySaved } from '../toasts/toasts.tsx';
import type { FormValues } from './values.ts';

/** The part of Refine's `useForm` that a generated form uses; `useDrawerForm` has it too. */
export type FormController = Pick<
  UseFormReturnType<ManagerRecord, HttpError, FormValues>,
  'form' | 'formProps' | 'onFinish' | 'mutation' | 'query'
>;

/**
 * Returns the options of `useForm` for a generated form. With an `id`, the form changes that record; without
 * one, it creates a record.
 */
export function useFormOptions(resource: Resource, id?: string) {
  const labels = useLabels();
  const [keys] = useState(createIdempotencyKeys);
  const message = labels.message(resource, id === undefined ? 'created' : 'updated');
  return {
    resource: resource.name,
    ...(id === undefined
      ? { action: 'create' as const, mutationMeta: { idempotencyKeys: keys } }
      : { action: 'edit' as const, id }),
    // Refine would store the form in the browser's history.
    redirect: false as const,
    // Refine's texts of server errors lack their values; `useRecordForm` shows them.
    disableServerSideValidation: true,
    errorNotification: false as const,
    successNotification: (response?: { data: unknown }) => {
      keys.renew();
      const saved = response?.data as ManagerRecord | undefined;
      const label = saved && labelOf(resource, saved);
      if (saved && id === undefined && resource.managedBy === 'auth') void notifyInvited(message, label);
      else if (saved) void notifySaved(message, { resource: resource.name, id: saved.id, label });
      return false as const;
    },
    // Refine resets the form with each response, which would discard the input. So the record is read once,
    // separately from other queries, and again only with `refetch`.
    queryMeta: { form: true },
    queryOptions: { staleTime: 'static' as const, gcTime: 0 },
  };
}
