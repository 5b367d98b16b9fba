import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../components/button.tsx';
import { AppLink } from '../../layout/app-link.tsx';
import type { Restrictions } from '../overrides.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { RecordForm, type RecordFormProps } from './record-form.tsx';
import { useDraft } from './use-draft.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

export interface PageFormProps extends RecordFormOptions {
  readonly kept?: Restrictions['fields'];
  /** The label of the submit button. */
  readonly action: string;
  /** The link or button that leaves the form. */
  readonly cancel: ReactNode;
  /** The name of its draft; defaults to the path of the page. */
  readonly draftName?: string;
  /** Offers to add another record after saving this one. */
  readonly isRepeatable?: boolean;
  readonly hints?: RecordFormProps['hints'];
}

/** Renders the form of a page or of a drawer with an address: asks before the user leaves, and restores a draft. */
export function PageForm(props: PageFormProps) {
  const { kept, action, cancel, draftName, isRepeatable, hints, ...options } = props;
  const { t } = useTranslation();
  const { resource, initial } = options;
  const state = useRecordForm(options);
  const blocker = useLeaveGuard(state.isUnsaved);
  const draft = useDraft(state.typed, draftName);
  // The draft belongs to these values, not to those of a record that is reloaded later.
  const [opened] = useState(initial);
  return (
    <>
      <RecordForm
        resource={resource}
        state={state}
        initialValues={initial === opened ? { ...initial, ...draft } : initial}
        kept={kept}
        hints={hints}
        action={action}
        cancel={
          <>
            {isRepeatable && (
              <Button onClick={() => state.submit('add another')} busy={state.busy}>
                {t('manager.forms.addAnother')}
              </Button>
            )}
            {cancel}
          </>
        }
      />
      <LeaveDialog blocker={blocker} />
    </>
  );
}

/** Renders the link that leaves the form of a page. */
export function CancelLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <AppLink className={buttonClass('quiet')} to={to}>
      {t('common.cancel')}
    </AppLink>
  );
}
