import type { ErrorBody } from '@bindery/contract/records/errors.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { dialogFor } from '#frontend/shell/http/explaining-dialogs.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { settings } from '#frontend/shell/http/init.ts';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import { useErrorList } from '../field-errors.ts';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { queryClient } from '../refine/query-client.ts';
import { addresses, resourceNamed } from '../resource.ts';
import type { Done } from '../row-rights.ts';

/** How long a toast offers to undo a write, in milliseconds. */
const UNDO_TIME = 10_000;

/** The text of each success, with the number of records. */
export const DONE_TEXTS = {
  update: 'manager.table.changed',
  delete: 'manager.table.deleted',
  archive: 'manager.archive.done',
  restore: 'manager.archive.restored',
} as const satisfies Record<Done, TextKey>;

/**
 * Returns a function that shows a toast for a success, with an undo button if possible, and the name of the
 * record if it is one. If undoing fails, a toast says why, with the field errors of the resource.
 */
export function useDoneToast(resource?: Resource) {
  const { t } = useTranslation();
  const errorList = useErrorList();
  const run = async (undo: () => Promise<unknown>, description: string | undefined) => {
    // The toast disappears, and the focus with it.
    focusRecords();
    try {
      // A job that does it shows its own progress.
      if ((await undo()) === false) return;
      await queryClient.invalidateQueries();
      await notify('success', t('manager.table.undone'), { description });
    } catch (error) {
      const failed = t('manager.table.undoFailed');
      const reasons = await errorList(error, resource);
      if (reasons.length === 0) return void notifyError(error, failed);
      await notify('error', failed, { description: reasons.join(' · ') });
    }
  };
  return (text: string, undo: (() => Promise<unknown>) | undefined, description?: string): void => {
    const action = undo && { label: t('manager.table.undo'), onClick: () => void run(undo, description) };
    void notify('success', text, { description, ...(action && { duration: UNDO_TIME, action }) });
  };
}

/**
 * Focuses the first record of the list, or the heading of another page: for a pressed button that disappears.
 */
function focusRecords(): void {
  const first = document.querySelector<HTMLElement>('main [data-record-link]');
  if (first) first.focus({ preventScroll: true });
  else focusOnHeading();
}

/** Shows that a record has been saved, with its name, and a link to it except on its own page. */
export const notifySaved = (
  message: string,
  { resource, id, label }: { resource: string; id: string; label?: string | undefined },
): Promise<void> =>
  notify('success', message, {
    description: label,
    action: <ViewLink to={addresses.show(resource, id)} />,
  });

/** Shows that a user has been created, who gets an email; in local mode, with a link to it. */
export const notifyInvited = (message: string, label: string | undefined): Promise<void> =>
  notify('success', message, {
    description: label,
    ...(settings().outbox && { action: <OutboxLink /> }),
  });

function OutboxLink() {
  const { t } = useTranslation();
  return (
    <a data-button href="/outbox">
      {t('manager.users.outbox')}
    </a>
  );
}

/** Toasts are rendered inside the router, and stay after a form navigates to the record. */
function ViewLink({ to }: { to: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  if (pathname === to) return null;
  return (
    <AppLink data-button to={to}>
      {t('manager.frame.view')}
    </AppLink>
  );
}

interface Written {
  readonly resource: Resource;
  /** Called when a selected record no longer exists. */
  readonly onGone: (id: string) => void;
}

/**
 * Returns why a bulk write has failed, and a function that determines it from the error. A record that no
 * longer exists leaves the selection. `count` is the number of records that the server has found last, if it
 * was not the stated one: it stays when the failure is forgotten.
 */
export function useFailure({ resource, onGone }: Written) {
  const { t } = useTranslation();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const errorList = useErrorList();
  const [failure, setFailure] = useState('');
  const [count, setCount] = useState<number>();

  const reasonOf = async (error: HttpError): Promise<string> => {
    const [first] = await errorList(error, resource);
    return first ?? describeError(error);
  };
  async function failed(error: unknown): Promise<void> {
    if (!(error instanceof HttpError)) throw error;
    if (dialogFor(error)) return;
    const { record, count: found }: Partial<ErrorBody> = Object(error.body);
    if (error.code === 'SELECTION_CHANGED' && found !== undefined) {
      await queryClient.invalidateQueries();
      setCount(found);
      return setFailure(t('manager.table.otherCount', { records: labels.count(resource, found) }));
    }
    if (error.status === 404 && record) {
      onGone(record.id);
      return setFailure(t('manager.table.gone'));
    }
    const reason = await reasonOf(error);
    setFailure(
      record
        ? t('manager.table.failedAt', {
            label: nameOf(resourceNamed(record.resource) ?? resource, record),
            reason,
          })
        : reason,
    );
  }
  return { failure, count, failed, forget: () => setFailure('') };
}

/**
 * Returns a function that copies the address of a page, or shows it if the browser does not allow copying.
 */
export function useCopyLink() {
  const { t } = useTranslation();
  return async (path: string) => {
    const address = new URL(path, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      await notify('success', t('manager.table.linkCopied'));
    } catch {
      // It can still be copied by hand.
      await notify('info', address);
    }
  };
}
