import { Ban, ShieldCheck, VenetianMask } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidateLists } from '#frontend/manager/refine/query-client.ts';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { notify } from '#frontend/shell/components/toasts.ts';
import { BanDialog } from './ban-dialog.tsx';
import { ImpersonateDialog } from './impersonate-dialog.tsx';
import { canBeImpersonated, isAdministered, isBanned, liftBan, type ManagedUser } from './user.ts';
import styles from './users.module.css';

interface AccountStatusActionsProps {
  readonly user: ManagedUser;
  /** The element that takes the focus when the focused button is removed. */
  readonly headingId: string;
  /** Refetches the user. */
  readonly onChanged: () => void;
}

/**
 * Renders the buttons to ban, unban and impersonate a user, as far as the admin's rights allow; never for
 * oneself.
 */
export function AccountStatusActions({ user, headingId, onChanged }: AccountStatusActionsProps) {
  const { t } = useTranslation();
  const [openDialog, setOpenDialog] = useState<'ban' | 'impersonate'>();
  const close = () => setOpenDialog(undefined);
  const banned = isBanned(user);
  const before = useRef(banned);
  useEffect(() => {
    if (openDialog || before.current === banned) return;
    before.current = banned;
    document.getElementById(headingId)?.focus();
  }, [openDialog, banned, headingId]);
  const changed = async () => {
    onChanged();
    await invalidateLists();
  };
  if (!isAdministered(user)) return null;
  return (
    <div className={styles.actions}>
      {may('user', 'impersonate') && canBeImpersonated(user) && (
        <Button onClick={() => setOpenDialog('impersonate')} aria-haspopup="dialog">
          <VenetianMask size={16} aria-hidden="true" />
          {t('manager.users.impersonate.open')}
        </Button>
      )}
      {may('user', 'ban') &&
        (banned ? (
          <LiftBan user={user} onChanged={changed} />
        ) : (
          <Button variant="dangerOutline" onClick={() => setOpenDialog('ban')} aria-haspopup="dialog">
            <Ban size={16} aria-hidden="true" />
            {t('manager.users.ban.open')}
          </Button>
        ))}
      {openDialog === 'ban' && <BanDialog user={user} onChanged={changed} onClose={close} />}
      {openDialog === 'impersonate' && <ImpersonateDialog user={user} onClose={close} />}
    </div>
  );
}

/** Lifts a ban without confirmation, because it can be undone by another ban. */
function LiftBan({ user, onChanged }: { user: ManagedUser; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function lift() {
    setBusy(true);
    try {
      await liftBan(user);
      await onChanged();
      await notify('success', t('manager.users.unban.done'));
    } catch (error) {
      await notifyError(error, t('manager.users.unban.failed'));
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
