import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import { useNameForm } from '#frontend/shell/components/use-name-form.ts';
import styles from './account-page.module.css';

/** Renders the drawer in which users change their name. */
export function ChangeName({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, field, busy } = useNameForm({
    onSaved: () => {
      onClose();
      notify('success', t('account.changeName.saved'));
    },
    failed: t('account.changeName.failed'),
  });
  return (
    <Dialog title={t('account.changeName.title')} onClose={onClose}>
      <form className={styles.form} {...form}>
        <TextField {...field} defaultValue={name} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
