import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signOut } from '#frontend/shell/auth/sign-out.ts';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';

/** Renders the dialog that asks for confirmation, and then signs out. */
export default function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();

  async function confirm() {
    const { error } = await signOut();
    if (error) return void notifyError(error, t('account.signOut.failed'));
    await navigate('/login', { replace: true });
  }

  return (
    <ConfirmDialog
      title={t('account.signOut.title')}
      text={t('account.signOut.text')}
      confirm={t('account.signOut.confirm')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
