import { type MouseEvent, type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { ownDrafts, useDraftOf } from '#frontend/shell/session/drafts.ts';
import { CreateReferenceContext, type ReferenceToCreate } from '../fields/base/field.ts';
import { useLeaveFor } from '../layout/leave-page.ts';
import type { ManagerRecord } from '../resource.ts';
import { lockedFields } from '../row-rights.ts';
import { LeaveQuestion, useLeaveGuard } from './leave-dialog.tsx';
import { RecordForm, type RecordFormProps } from './record-form.tsx';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';
import type { FormValues } from './values.ts';

const CreateDrawer = lazyDialog(async () => ({ default: (await import('./drawers.tsx')).CreateDrawer }));

interface PageFormProps extends Omit<RecordFormOptions, 'isNew'> {
  /** The record before the changes; undefined for a new one. */
  readonly item?: ManagerRecord;
  /** The link or button that leaves the form. */
  readonly cancel: ReactNode;
  /** The name of its draft; defaults to the path of the page. */
  readonly draftName?: string | undefined;
  readonly hints?: RecordFormProps['hints'];
  /** The fields, in sections or not; by default those of the entry. */
  readonly children?: ReactNode;
}

/**
 * Renders the form of a page or of a drawer with a URL: asks before the user leaves, and restores a draft.
 */
export function PageForm(props: PageFormProps) {
  const { item, cancel, draftName, hints, children, ...options } = props;
  const { t } = useTranslation();
  const { resource, initial } = options;
  const state = useRecordForm({ ...options, isNew: item === undefined });
  const blocker = useLeaveGuard(state.isUnsaved);
  const draft = useDraft(state.typed, draftName);
  // The draft belongs to these values, not to those of a record that is reloaded later.
  const [opened] = useState(initial);
  const [reference, setReference] = useState<ReferenceToCreate>();
  return (
    <>
      <CreateReferenceContext value={setReference}>
        <RecordForm
          resource={resource}
          state={state}
          initialValues={initial === opened ? { ...initial, ...draft } : initial}
          item={item}
          locked={item && lockedFields(resource, item)}
          hints={hints}
          action={t(item ? 'manager.form.save' : 'manager.form.create')}
          another={
            item
              ? undefined
              : (variant) => (
                  <Button variant={variant} onClick={() => state.submit('add another')} busy={state.busy}>
                    {t('manager.forms.addAnother')}
                  </Button>
                )
          }
          cancel={cancel}
        >
          {children}
        </RecordForm>
      </CreateReferenceContext>
      {reference && <CreateDrawer request={reference} onClose={() => setReference(undefined)} />}
      {blocker.state === 'blocked' && <LeaveQuestion onLeave={blocker.proceed} onStay={blocker.reset} />}
    </>
  );
}

/** Renders the link that leaves the form of a page. */
export function CancelLink({ to }: { to: string }) {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  function leave(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void leaveFor(to);
  }
  return (
    <AppLink className={buttonClass('quiet')} to={to} onClick={leave}>
      {t('common.cancel')}
    </AppLink>
  );
}

/**
 * Returns the draft that was saved when the user's session ended; undefined if there is none. If the session
 * ends now, which unmounts the page, saves the result of `typed` as the draft. Its name defaults to the path
 * of the page.
 */
function useDraft(typed: () => FormValues, name?: string): FormValues | undefined {
  const { pathname } = useLocation();
  const place = name ?? pathname;
  const [drafts] = useState(ownDrafts);
  const draft = useDraftOf<FormValues>(place);
  const keepDraft = useEffectEvent(() => drafts.keep(place, typed()));
  // A layout effect, so that it runs before the fields unmount and lose their values.
  useLayoutEffect(
    () => () => {
      if (!currentSession()) keepDraft();
    },
    [],
  );
  return draft;
}
