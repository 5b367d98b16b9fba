import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { authProvider } from '../auth/auth-provider.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { notifyError } from '../components/notify-error.ts';

/** Renders the sign-out button, which asks for confirmation. */
export function SignOut() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);

  async function signOut() {
    const result = await authProvider.logout();
    if (result.success) await navigate('/login', { replace: true });
    else notifyError(result.error, t('account.signOut.failed'));
  }

  return (
    <>
      <Button onClick={() => setConfirming(true)}>
        <LogOut size={18} aria-hidden="true" />
        {t('account.signOut.open')}
      </Button>
      {confirming && (
        <ConfirmDialog
          title={t('account.signOut.title')}
          text={t('account.signOut.text')}
          confirm={t('account.signOut.confirm')}
          onConfirm={signOut}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
