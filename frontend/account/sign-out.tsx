import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { authProvider } from '../auth/auth-provider.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../shell/button.tsx';
import { Dialog, DialogActions } from '../shell/dialog.tsx';
import { notify } from '../shell/toasts.ts';

/** Signing out, which asks first. */
export function SignOut() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function signOut() {
    setBusy(true);
    const result = await authProvider.logout();
    if (result.success) return navigate('/login');
    setBusy(false);
    setAsking(false);
    notify('error', t('account.signOut.failed'));
  }

  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        <LogOut size={18} aria-hidden="true" />
        {t('account.signOut.open')}
      </Button>
      {asking && (
        <Dialog title={t('account.signOut.title')} onClose={() => setAsking(false)}>
          <p>{t('account.signOut.text')}</p>
          <DialogActions>
            <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button look="primary" busy={busy} onClick={signOut}>
              {t('account.signOut.confirm')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
