import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { displayNameOf, impersonate, type ManagedUser } from './user.ts';

/** Renders the confirmation of an impersonation, then opens the app as that user. */
export function ImpersonateDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const { t } = useTranslation();

  async function startImpersonation() {
    try {
      await impersonate(user);
      // A full page load discards all data that was loaded as the admin.
      location.assign('/app');
    } catch (error) {
      await notifyError(error, t('manager.users.impersonate.failed'));
    }
  }

  return (
    <ConfirmDialog
      title={t('manager.users.impersonate.question', { who: displayNameOf(user) })}
      text={t('manager.users.impersonate.text')}
      confirm={t('manager.users.impersonate.confirm')}
      onConfirm={startImpersonation}
      onClose={onClose}
    />
  );
}
