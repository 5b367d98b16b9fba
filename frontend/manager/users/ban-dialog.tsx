import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../shell/button.tsx';
import { Dialog, DialogActions } from '../../shell/dialog.tsx';
import { explain } from '../../shell/explain.ts';
import { Problem } from '../../shell/problem.tsx';
import { TextField } from '../../shell/text-field.tsx';
import { notify } from '../../shell/toasts.ts';
import { dayOf, endOfDay } from '../fields/moment.ts';
import { ban, type PersonItem } from './person.ts';
import styles from './users.module.css';

export interface BanDialogProps {
  readonly person: PersonItem;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Asks why a person is to be banned, and until when. */
export function BanDialog({ person, onChanged, onClose }: BanDialogProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const reason = String(entered.get('reason')).trim();
    const lastDay = String(entered.get('until'));
    setBusy(true);
    setProblem('');
    try {
      await ban(person.id, { reason: reason || null, until: lastDay ? endOfDay(lastDay) : null });
      onChanged();
      onClose();
      await notify('success', t('manager.standing.bannedNow'));
    } catch (error) {
      setProblem(await explain(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('manager.standing.banQuestion', { who: person.name || person.email })} onClose={onClose}>
      <p>{t('manager.standing.banText')}</p>
      <form className={styles.form} onSubmit={submit}>
        <TextField label={t('manager.standing.reason')} name="reason" maxLength={255} dir="auto" />
        <TextField
          label={t('manager.standing.until')}
          hint={t('manager.standing.untilHint')}
          name="until"
          type="date"
          min={dayOf(new Date().toISOString())}
          max="9999-12-31"
        />
        <Problem text={problem} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="danger" type="submit" busy={busy}>
            {t('manager.standing.ban')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
