import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import row from '#frontend/shell/components/list-row.module.css';
import { formatDate, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './api-keys.module.css';
import type { ApiKeyItem } from './api-keys.ts';

interface Props {
  readonly item: ApiKeyItem;
  readonly onRevoke: () => void;
}

/** Renders one API key: its name, its prefix, its permissions, its last use and its expiry. */
export function ApiKeyRow({ item, onRevoke }: Props) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { name, prefix, readOnly, createdAt, lastUsedAt, expiresAt } = item;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <li className={row.row}>
      <KeyRound className={row.icon} size={20} aria-hidden="true" />
      <div className={row.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.facts}>
          <code className={styles.prefix} dir="ltr">
            {prefix}…
          </code>
          {readOnly && <Badge>{t('account.apiKeys.readOnly')}</Badge>}
          {isExpired && <Badge tone="bad">{t('account.apiKeys.expired')}</Badge>}
        </p>
        <p className={row.times}>
          {t('account.apiKeys.created', { time: formatRelative(language, createdAt) })}
          {' · '}
          {lastUsedAt
            ? t('account.apiKeys.used', { time: formatRelative(language, lastUsedAt) })
            : t('account.apiKeys.unused')}
          <br />
          {expiresAt
            ? t('account.apiKeys.expires', { date: formatDate(language, expiresAt) })
            : t('account.apiKeys.neverExpires')}
        </p>
      </div>
      <Button aria-haspopup="dialog" aria-label={t('account.apiKeys.revoke.of', { name })} onClick={onRevoke}>
        {t('account.apiKeys.revoke.open')}
      </Button>
    </li>
  );
}
