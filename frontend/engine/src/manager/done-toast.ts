import type { Action, Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { notify } from '#frontend/shell/components/toasts.ts';
import { focusRecords } from './layout/focus-records.ts';
import { queryClient } from './refine/query-client.ts';

/** How long a write can be undone by its toast, in milliseconds. */
const UNDO_TIME = 10_000;

/** What can be done to records that are there. */
export type Done = 'update' | 'delete' | 'archive' | 'restore';

/** The right that undoing a write takes. */
const RIGHTS = {
  update: 'update',
  delete: 'create',
  archive: 'restore',
  restore: 'delete',
} as const satisfies Record<Done, Action>;

/** Returns whether the user may undo a write of records of a resource, as far as their rights tell. */
export const canUndo = ({ singular }: Resource, done: Done): boolean => may(singular, RIGHTS[done]);

/** Returns a function that tells a success by a toast, with a button that undoes it if it can be undone. */
export function useDoneToast() {
  const { t } = useTranslation();
  const run = async (undo: () => Promise<unknown>) => {
    // The toast goes, and the focus with it.
    focusRecords();
    try {
      // A job that does it shows its own progress.
      if ((await undo()) === false) return;
      await queryClient.invalidateQueries();
      await notify('success', t('manager.table.undone'));
    } catch (error) {
      await notifyError(error, t('manager.table.undoFailed'));
    }
  };
  return (text: string, undo: (() => Promise<unknown>) | undefined): void => {
    const action = undo && { label: t('manager.table.undo'), onClick: () => void run(undo) };
    void notify('success', text, action && { duration: UNDO_TIME, action });
  };
}
