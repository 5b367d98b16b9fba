import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { emailProblem } from '#frontend/shell/components/email.ts';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { wantsFreshSession } from '#frontend/shell/http/fresh-session.ts';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import { ownDrafts } from '#frontend/shell/session/drafts.ts';
import styles from './account-page.module.css';
import { askForEmailChange, newEmailDraft } from './new-email.ts';

interface ChangeEmailProps {
  /** The address that was typed before the user had to sign in again. */
  typed: string | undefined;
  /** Opens the next step: entering the code that was sent to the new address. */
  onSent: (newEmail: string) => void;
  onClose: () => void;
}

/** Renders the drawer that requests a new email address and sends a code to it. */
export function ChangeEmail({ typed, onSent, onClose }: ChangeEmailProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<TextKey>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const newEmail = field.current!.value.trim();
    const found = emailProblem(newEmail);
    setWrong(found);
    setProblem('');
    if (found) return field.current!.focus();
    setBusy(true);
    try {
      await askForEmailChange(newEmail);
      onSent(newEmail);
    } catch (error) {
      if (wantsFreshSession(error)) ownDrafts().keep(newEmailDraft, newEmail);
      setProblem(await describeError(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('account.changeEmail.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={t('account.changeEmail.label')}
          hint={t('account.changeEmail.hint')}
          error={wrong && t(wrong)}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          defaultValue={typed}
          onChange={() => {
            setWrong(undefined);
            setProblem('');
          }}
        />
        <FormError text={problem} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {t('account.changeEmail.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
