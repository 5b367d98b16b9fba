import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import styles from '#frontend/shell/components/list-row.module.css';
import { formatDateTime, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { SessionItem } from './session-item.ts';

/** A session, with the labels and actions of its button. */
export interface SessionRowProps {
  session: SessionItem;
  /** The label of the revoke button, and its accessible name, which includes the device. */
  end: { label: string; of: (device: string) => string };
  onRevoke: () => Promise<void>;
}

// Only the network part of an IPv6 address is stored, which is `::` for the loopback address.
const loopback = /^(127\.|::1?$)/;
const handheld = /\b(Android|iOS|iPad|iPhone)\b/;

/**
 * Renders one session: device, last use and IP address, expiry and impersonator. Marks the current session.
 */
export function SessionRow({ session, end, onRevoke }: SessionRowProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const [busy, setBusy] = useState(false);
  const device = session.device ?? t('account.sessions.unknownDevice');
  const Icon = handheld.test(device) ? Smartphone : Monitor;

  async function revoke() {
    setBusy(true);
    await onRevoke();
    setBusy(false);
  }

  return (
    <li className={styles.row}>
      <Icon className={styles.icon} size={20} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.device}>
          <bdi>{device}</bdi> <bdi className={styles.fingerprint}>{session.fingerprint}</bdi>
        </p>
        {session.impersonating && (
          <p className={styles.impersonating}>
            {t('account.sessions.impersonating', { name: session.impersonating.name })}
          </p>
        )}
        <p className={styles.times}>
          {t('account.sessions.updated', { time: formatRelative(language, session.updatedAt) })}
          {session.ipAddress && (
            <>
              {' '}
              · <Place address={session.ipAddress} />
            </>
          )}
          <br />
          {t('account.sessions.expires', { time: formatDateTime(language, session.expiresAt) })}
        </p>
      </div>
      {session.current ? (
        <Badge tone="good">{t('account.sessions.current')}</Badge>
      ) : (
        <Button busy={busy} onClick={revoke} aria-label={end.of(device)}>
          {end.label}
        </Button>
      )}
    </li>
  );
}

function Place({ address }: { address: string }) {
  const { t } = useTranslation();
  return loopback.test(address) ? t('account.sessions.thisMachine') : <bdi>{address}</bdi>;
}
