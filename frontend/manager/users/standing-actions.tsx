import { useState } from 'react';
import { useNavigate } from 'react-router';
import { may, useSession } from '../../auth/session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../shell/button.tsx';
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx';
import { explain } from '../../shell/explain.ts';
import { notify } from '../../shell/toasts.ts';
import { BanDialog } from './ban-dialog.tsx';
import { impersonate, liftBan, type PersonItem } from './person.ts';
import styles from './users.module.css';

export interface StandingActionsProps {
  readonly person: PersonItem;
  readonly onChanged: () => void;
}

/** Ban, lift a ban, act as somebody: as far as the rights go, and never about oneself. */
export function StandingActions({ person, onChanged }: StandingActionsProps) {
  const { t } = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'ban' | 'unban' | 'impersonate'>();
  const close = () => setAsking(undefined);
  if (session?.user.id === person.id || session?.impersonatedBy) return null;
  const who = person.name || person.email;

  async function tryTo(act: () => Promise<unknown>, failed: string) {
    try {
      await act();
    } catch (error) {
      await notify('error', failed, { description: await explain(error) });
    }
  }

  const lift = async () => {
    await liftBan(person.id);
    onChanged();
    await notify('success', t('manager.standing.unbanned'));
  };
  const actAs = async () => {
    await impersonate(person.id);
    await navigate('/app');
  };

  return (
    <div className={styles.actions}>
      {may('user', 'impersonate') && (
        <Button onClick={() => setAsking('impersonate')}>{t('manager.standing.impersonate')}</Button>
      )}
      {may('user', 'ban') && (
        <Button look="danger" onClick={() => setAsking(person.banned ? 'unban' : 'ban')}>
          {t(person.banned ? 'manager.standing.unban' : 'manager.standing.ban')}
        </Button>
      )}
      {asking === 'ban' && <BanDialog person={person} onChanged={onChanged} onClose={close} />}
      {asking === 'unban' && (
        <ConfirmDialog
          title={t('manager.standing.unbanQuestion', { who })}
          text={t('manager.standing.unbanText')}
          confirm={t('manager.standing.unban')}
          onConfirm={() => tryTo(lift, t('manager.standing.unbanFailed'))}
          onClose={close}
        />
      )}
      {asking === 'impersonate' && (
        <ConfirmDialog
          title={t('manager.standing.impersonateQuestion', { who })}
          text={t('manager.standing.impersonateText')}
          confirm={t('manager.standing.impersonateConfirm')}
          onConfirm={() => tryTo(actAs, t('manager.standing.impersonateFailed'))}
          onClose={close}
        />
      )}
    </div>
  );
}
