import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callAuth } from '../auth/auth-client.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../shell/button.tsx';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { explain } from '../shell/explain.ts';
import { notify } from '../shell/toasts.ts';
import styles from './account-page.module.css';
import { FreshSessionDialog, wantsFreshSession } from './fresh-session.tsx';

/** Deleting the own account: asks first, and wants a fresh session. */
export function DeleteAccount() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'question' | 'fresh-session'>();

  async function deleteAccount() {
    try {
      await callAuth('/delete-user');
      notify('success', t('account.delete.done'));
      await navigate('/login');
    } catch (error) {
      if (wantsFreshSession(error)) setOpen('fresh-session');
      else notify('error', await explain(error));
    }
  }

  const close = (which: typeof open) => setOpen((now) => (now === which ? undefined : now));
  return (
    <section className={styles.card} aria-labelledby="delete">
      <h2 id="delete">{t('account.delete.title')}</h2>
      <p>{t('account.delete.hint')}</p>
      <div>
        <Button look="danger" onClick={() => setOpen('question')}>
          {t('account.delete.open')}
        </Button>
      </div>
      {open === 'question' && (
        <ConfirmDialog
          title={t('account.delete.question')}
          text={t('account.delete.text')}
          confirm={t('account.delete.confirm')}
          look="danger"
          onConfirm={deleteAccount}
          onClose={() => close('question')}
        />
      )}
      {open === 'fresh-session' && <FreshSessionDialog onClose={() => close('fresh-session')} />}
    </section>
  );
}
