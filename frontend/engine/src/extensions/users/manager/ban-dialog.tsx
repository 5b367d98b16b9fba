import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf, endOfDay } from '#frontend/manager/fields/moment.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { type BanTerms, ban, displayNameOf, type ManagedUser } from './user.ts';
import styles from './users.module.css';

interface BanDialogProps {
  readonly user: ManagedUser;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Renders the form for the reason and the end of a ban. */
export function BanDialog({ user, onChanged, onClose }: BanDialogProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { terms, until } = termsIn(event.currentTarget);
    const isOver = typeof terms.until === 'string' && terms.until <= new Date().toISOString();
    setOver(isOver);
    setProblem('');
    if (isOver) return until.focus();
    setBusy(true);
    try {
      await ban(user, terms);
      await onChanged();
      onClose();
      await notify('success', t('manager.users.ban.done'));
    } catch (error) {
      setProblem(await describeError(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('manager.users.ban.question', { who: displayNameOf(user) })} onClose={onClose}>
      <p>{t('manager.users.ban.text')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField label={t('manager.users.ban.reason')} name="reason" maxLength={255} dir="auto" />
        <TextField
          label={t('manager.users.ban.until')}
          hint={t('manager.users.ban.untilHint')}
          error={over ? t('manager.users.ban.over') : undefined}
          name="until"
          type="date"
          min={dayOf(new Date().toISOString())}
          max="9999-12-31"
          onChange={() => setOver(false)}
        />
        <FormError text={problem} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" type="submit" busy={busy}>
            {t('manager.users.ban.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Reads the form. The ban lasts until the end of the entered day, in local time. */
function termsIn(form: HTMLFormElement): { terms: BanTerms; until: HTMLInputElement } {
  const input = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const [reason, until] = [input('reason'), input('until')];
  const terms = { reason: reason.value.trim() || null, until: until.value ? endOfDay(until.value) : null };
  return { terms, until };
}
