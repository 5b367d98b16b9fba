import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../http/describe-error.ts';
import { Button, type ButtonVariant } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog, DialogActions } from './dialog.tsx';
import { FormError } from './form-error.tsx';

interface FormDialogProps {
  title: string;
  /** The label of the submit button. */
  action: string;
  variant?: ButtonVariant;
  /** Validates and saves the form; the dialog waits for it. What it throws is shown in the form. */
  onSubmit: (form: HTMLFormElement) => Promise<unknown>;
  /** Returns the text of an error; empty if it is shown elsewhere. */
  explain?: (error: unknown) => string | Promise<string>;
  /** A problem besides that of the last attempt. */
  problem?: string;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** Renders a dialog with a form: its fields, the error of the last attempt, and the buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, variant = 'primary', onSubmit, onClose, children } = props;
  const { explain = describeError, problem = '' } = props;
  const { t } = useTranslation();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  // Set at once, unlike the state: a second Enter must not submit again.
  const isSending = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setFailure('');
    setBusy(true);
    try {
      await onSubmit(event.currentTarget);
    } catch (error) {
      setFailure(await explain(error));
    }
    setBusy(false);
    isSending.current = false;
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} onInput={() => setFailure('')} noValidate>
        {children}
        <FormError text={failure || problem} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant={variant} type="submit" busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
