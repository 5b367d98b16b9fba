import { Ban, ShieldCheck, VenetianMask } from 'lucide-react';
import { useState } from 'react';
import { may } from '../../auth/session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../shell/button.tsx';
import { explain } from '../../shell/explain.ts';
import { notify } from '../../shell/toasts.ts';
import { outdateLists } from '../refine/query-client.ts';
import { BanDialog } from './ban-dialog.tsx';
import { ImpersonateDialog } from './impersonate-dialog.tsx';
import { canBeImpersonated, isBanned, isOneself, liftBan, type Person } from './person.ts';
import styles from './users.module.css';

export interface StandingActionsProps {
  readonly person: Person;
  /** Reads the person anew. */
  readonly onChanged: () => void;
}

/** Ban, lift a ban, act as somebody: as far as the rights go, and never about oneself. */
export function StandingActions({ person, onChanged }: StandingActionsProps) {
  const { t } = useTexts();
  const [asking, setAsking] = useState<'ban' | 'impersonate'>();
  const close = () => setAsking(undefined);
  const changed = async () => {
    onChanged();
    await outdateLists();
  };
  if (isOneself(person)) return null;
  return (
    <div className={styles.actions}>
      {may('user', 'impersonate') && canBeImpersonated(person) && (
        <Button onClick={() => setAsking('impersonate')} aria-haspopup="dialog">
          <VenetianMask size={16} aria-hidden="true" />
          {t('manager.users.impersonate.open')}
        </Button>
      )}
      {may('user', 'ban') &&
        (isBanned(person) ? (
          <LiftBan person={person} onChanged={changed} />
        ) : (
          <Button look="danger" onClick={() => setAsking('ban')} aria-haspopup="dialog">
            <Ban size={16} aria-hidden="true" />
            {t('manager.users.ban.open')}
          </Button>
        ))}
      {asking === 'ban' && <BanDialog person={person} onChanged={changed} onClose={close} />}
      {asking === 'impersonate' && <ImpersonateDialog person={person} onClose={close} />}
    </div>
  );
}

/** Lifting a ban asks nothing: another ban would take it back. */
function LiftBan({ person, onChanged }: { person: Person; onChanged: () => Promise<void> }) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);

  async function lift() {
    setBusy(true);
    try {
      await liftBan(person);
      await onChanged();
      await notify('success', t('manager.users.unban.done'));
    } catch (error) {
      await notify('error', t('manager.users.unban.failed'), { description: await explain(error) });
    }
    setBusy(false);
  }

  return (
    <Button busy={busy} onClick={lift}>
      <ShieldCheck size={16} aria-hidden="true" />
      {t('manager.users.unban.open')}
    </Button>
  );
}
