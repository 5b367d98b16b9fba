import type { UseFormReturnType } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import type { Resource } from '#contract/schema/index.ts';
import { useLabels } from '../labels.ts';
import type { ManagerRecord } from '../resource.ts';
import { notifySaved } from '../saved-toast.tsx';
import type { FormValues } from './values.ts';

/** The part of Refine's `useForm` that a generated form uses; `useDrawerForm` and `useModalForm` have it too. */
export type FormController = Pick<
  UseFormReturnType<ManagerRecord, HttpError, FormValues>,
  'form' | 'formProps' | 'onFinish' | 'mutation' | 'query'
>;

/**
 * Returns the options of `useForm` or `useDrawerForm` for a generated form. With an `id`, the form changes
 * that record; without one, it creates a record.
 */
export function useFormOptions(resource: Resource, id?: string) {
  const labels = useLabels();
  const message = labels.message(resource, id === undefined ? 'created' : 'updated');
  return {
    resource: resource.name,
    ...(id === undefined ? { action: 'create' as const } : { action: 'edit' as const, id }),
    // Refine would keep the form in the browser's history.
    redirect: false as const,
    // Refine's texts of server errors lack their values; `useRecordForm` shows them.
    disableServerSideValidation: true,
    errorNotification: false as const,
    successNotification: (response?: { data: unknown }) => {
      const saved = response?.data as ManagerRecord | undefined;
      if (saved) void notifySaved(message, { resource: resource.name, id: saved.id });
      return false as const;
    },
    // Refine resets the form to each new answer, which would discard the input. So the record is read once,
    // apart from other queries of it, and again only by `refetch`.
    queryMeta: { form: true },
    queryOptions: { staleTime: 'static' as const, gcTime: 0 },
  };
}
