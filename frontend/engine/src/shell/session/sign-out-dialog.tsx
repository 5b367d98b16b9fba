import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { authProvider } from '#frontend/shell/auth/auth-provider.ts';
import { clearOwnStorage } from '#frontend/shell/browser/own-storage.ts';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';

/** Renders the dialog that asks for confirmation, and then signs out. */
export default function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();

  async function signOut() {
    const result = await authProvider.logout();
    if (!result.success) return void notifyError(result.error, t('account.signOut.failed'));
    clearOwnStorage();
    await navigate('/login', { replace: true });
  }

  return (
    <ConfirmDialog
      title={t('account.signOut.title')}
      text={t('account.signOut.text')}
      confirm={t('account.signOut.confirm')}
      onConfirm={signOut}
      onClose={onClose}
    />
  );
}
