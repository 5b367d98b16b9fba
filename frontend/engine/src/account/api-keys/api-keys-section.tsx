import { KeyRound } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import row from '#frontend/shell/components/list-row.module.css';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import { formatDate, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './api-keys.module.css';
import {
  type ApiKeyItem,
  type ApiKeyList,
  type CreatedApiKey,
  revokeApiKey,
  useApiKeys,
} from './api-keys.ts';
import { CreateDialog } from './create-dialog.tsx';
import { NewKeyNotice } from './new-key.tsx';

interface ApiKeysSectionProps {
  /** The id of another user; without it, they are the user's own, who can create more. */
  of?: string;
  className: string | undefined;
}

/** Renders the API keys of a user, which can be revoked one by one. */
export function ApiKeysSection({ of, className }: ApiKeysSectionProps) {
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isOwn = of === undefined;
  const list = useApiKeys(of);
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  const [revoking, setRevoking] = useState<ApiKeyItem>();
  const [removed, setRemoved] = useState(0);
  // The focused button has disappeared with its key, or with the new key.
  useEffect(() => {
    if (removed > 0) heading.current?.focus();
  }, [removed]);

  async function revoke({ id: key }: ApiKeyItem) {
    try {
      await revokeApiKey(of, key);
      if (created?.id === key) setCreated(undefined);
      notify('success', t('account.apiKeys.revoke.done'));
    } catch (error) {
      notifyError(error, t('account.apiKeys.revoke.failed'));
    }
    await list.reload();
  }
  const leave = () => setRemoved((before) => before + 1);

  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} ref={heading} className={styles.title} tabIndex={-1}>
        {t('account.apiKeys.title')}
      </h2>
      {isOwn && (
        <p>
          {t('account.apiKeys.hint')} <a href="/api/docs">{t('account.apiKeys.docs')}</a>
        </p>
      )}
      {created && (
        <NewKeyNotice
          created={created}
          onDone={() => {
            setCreated(undefined);
            leave();
          }}
        />
      )}
      <Rows list={list} onRevoke={setRevoking} />
      {isOwn && (
        <div>
          <Button aria-haspopup="dialog" onClick={() => setCreating(true)}>
            {t('account.apiKeys.create.open')}
          </Button>
        </div>
      )}
      {creating && (
        <CreateDialog
          onCreated={(made) => {
            setCreating(false);
            setCreated(made);
            void list.reload();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={t('account.apiKeys.revoke.question', { name: revoking.name })}
          text={t('account.apiKeys.revoke.text')}
          confirm={t('account.apiKeys.revoke.confirm')}
          variant="danger"
          onConfirm={() => revoke(revoking)}
          onClose={() => {
            setRevoking(undefined);
            leave();
          }}
        />
      )}
    </section>
  );
}

interface RowsProps {
  list: ApiKeyList;
  onRevoke: (item: ApiKeyItem) => void;
}

function Rows({ list: { keys, failed, reload }, onRevoke }: RowsProps) {
  const { t } = useTranslation();
  if (failed)
    return (
      <p role="alert">
        {t('account.apiKeys.failed')}{' '}
        <Button variant="quiet" onClick={reload}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  if (!keys) return <Skeleton block="3rem" />;
  if (keys.length === 0) return <p>{t('account.apiKeys.none')}</p>;
  return (
    <ul>
      {keys.map((item) => (
        <ApiKeyRow key={item.id} item={item} onRevoke={() => onRevoke(item)} />
      ))}
    </ul>
  );
}

interface Props {
  readonly item: ApiKeyItem;
  readonly onRevoke: () => void;
}

/** Renders one API key: its name, its prefix, its permissions, its last use and its expiry. */
function ApiKeyRow({ item, onRevoke }: Props) {
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
