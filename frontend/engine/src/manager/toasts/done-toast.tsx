import type { Action, Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { notify } from '#frontend/shell/components/toasts.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import { queryClient } from '../refine/query-client.ts';
import { addresses } from '../resource.ts';

/** How long a toast offers to undo a write, in milliseconds. */
const UNDO_TIME = 10_000;

/** The actions on existing records. */
export type Done = 'update' | 'delete' | 'archive' | 'restore';

/** The right that undoing a write requires. */
const RIGHTS = {
  update: 'update',
  delete: 'create',
  archive: 'restore',
  restore: 'delete',
} as const satisfies Record<Done, Action>;

/** Returns whether the user's rights allow undoing a write of records of a resource. */
export const canUndo = ({ singular }: Resource, done: Done): boolean => may(singular, RIGHTS[done]);

/** Returns a function that shows a toast for a success, with an undo button if possible. */
export function useDoneToast() {
  const { t } = useTranslation();
  const run = async (undo: () => Promise<unknown>) => {
    // The toast disappears, and the focus with it.
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

/** Focuses the first record of the list, or the heading of another page: for a pressed button that disappears. */
function focusRecords(): void {
  const first = document.querySelector<HTMLElement>('main [data-record-link]');
  if (first) first.focus({ preventScroll: true });
  else focusOnHeading();
}

/** Shows that a record has been saved, with a link to it, except on its own page. */
export const notifySaved = (
  message: string,
  { resource, id }: { resource: string; id: string },
): Promise<void> => notify('success', message, { action: <ViewLink to={addresses.show(resource, id)} /> });

/** Toasts are rendered inside the router, and stay after a form navigates to the record. */
function ViewLink({ to }: { to: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  if (pathname === to) return null;
  return (
    <AppLink className={buttonClass('quiet')} style={{ marginInlineStart: 'auto' }} to={to}>
      {t('manager.frame.view')}
    </AppLink>
  );
}
