import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '#frontend/manager/fields/inputs/lazy-date-input.tsx';
import { dayOf, endOfDay } from '#frontend/manager/fields/timestamp.ts';
import { isUnreadable } from '#frontend/manager/form/unreadable.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { ban, displayNameOf, type ManagedUser } from './user.ts';
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
  const [day, setDay] = useState('');
  const [wrongDay, setWrongDay] = useState<string>();
  const [problem, setProblem] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const input = (name: string) => elements.namedItem(name) as HTMLInputElement;
    // The ban lasts until the end of the day, in local time.
    const until = day === '' ? null : endOfDay(day);
    const wrong = problemOf(until, input('until'));
    setWrongDay(wrong && t(wrong));
    setProblem('');
    if (wrong) return input('until').focus();
    setBusy(true);
    try {
      await ban(user, { reason: input('reason').value.trim() || null, until });
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
        <DayField
          label={t('manager.users.ban.until')}
          hint={t('manager.users.ban.untilHint')}
          error={wrongDay}
          name="until"
          min={dayOf(new Date().toISOString())}
          value={day}
          onChange={(next) => {
            setDay(next);
            setWrongDay(undefined);
          }}
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

/** Returns the problem of the end of a ban. An invalid end is not a permanent ban. */
function problemOf(until: string | null, input: HTMLInputElement) {
  if (isUnreadable(input)) return 'manager.table.unreadable';
  return until !== null && until <= new Date().toISOString() ? 'manager.users.ban.over' : undefined;
}
