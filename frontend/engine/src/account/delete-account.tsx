import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callAuth } from '#frontend/shell/auth/auth-client.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { notify } from '#frontend/shell/components/toasts.ts';
import styles from './account-page.module.css';

/**
 * Renders the button that deletes the user's own account, after a confirmation. The server requires a fresh
 * session.
 */
export function DeleteAccount() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);

  async function deleteAccount() {
    try {
      await callAuth('/delete-user');
      notify('success', t('account.delete.done'));
      await navigate('/login', { replace: true });
    } catch (error) {
      notifyError(error, t('account.delete.failed'));
    }
  }

  return (
    <section className={styles.card} aria-labelledby="delete">
      <h2 id="delete">{t('account.delete.title')}</h2>
      <p>{t('account.delete.hint')}</p>
      <div>
        <Button variant="dangerOutline" onClick={() => setConfirming(true)}>
          {t('account.delete.open')}
        </Button>
      </div>
      {confirming && (
        <ConfirmDialog
          title={t('account.delete.question')}
          text={t('account.delete.text')}
          confirm={t('account.delete.confirm')}
          variant="danger"
          onConfirm={deleteAccount}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
}
