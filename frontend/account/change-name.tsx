import { type FormEvent, useRef, useState } from 'react';
import { callAuth } from '../auth/auth-client.ts';
import type { TextKey } from '../i18n/keys.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../shell/button.tsx';
import { Dialog, DialogActions } from '../shell/dialog.tsx';
import { notifyFailure } from '../shell/failure.ts';
import { nameProblem } from '../shell/person-name.ts';
import { TextField } from '../shell/text-field.tsx';
import { notify } from '../shell/toasts.ts';
import styles from './account-page.module.css';

/** The drawer in which people change their name. */
export function ChangeName({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<TextKey>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entered = field.current!.value.trim();
    const found = nameProblem(entered);
    setWrong(found);
    if (found) return field.current!.focus();
    setBusy(true);
    try {
      await callAuth('/update-user', { name: entered });
      notify('success', t('account.changeName.saved'));
      onClose();
    } catch (error) {
      notifyFailure(error, t('account.changeName.failed'));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('account.changeName.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={t('common.name.label')}
          error={wrong && t(wrong)}
          name="name"
          autoComplete="name"
          defaultValue={name}
          onChange={() => setWrong(undefined)}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
