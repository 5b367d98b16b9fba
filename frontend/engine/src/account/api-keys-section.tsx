import type { ApiKeyItem, CreatedApiKey } from '@bindery/contract/api/api-keys.ts';
import { Check, Copy, KeyRound, X } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#frontend/shell/browser/use-now.ts';
import { ActionRow } from '#frontend/shell/components/action-row.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { FormDialog } from '#frontend/shell/components/form-dialog.tsx';
import row from '#frontend/shell/components/list-row.module.css';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import selectStyles from '#frontend/shell/components/select.module.css';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { api, read } from '#frontend/shell/http/api.ts';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { dialogFor } from '#frontend/shell/http/explaining-dialogs.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { formatDate, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './api-keys.module.css';
import { Rows, useReading } from './rows.tsx';

interface ApiKeysSectionProps {
  /** The id of another user; without it, they are the user's own, who can create more. */
  of?: string;
  /** The keys, if they have been read already. */
  first?: readonly ApiKeyItem[] | undefined;
  className: string | undefined;
}

/** Renders the API keys of a user, which can be revoked one by one. */
export function ApiKeysSection({ of, first, className }: ApiKeysSectionProps) {
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isOwn = of === undefined;
  const call = useCallback(() => read(() => listApiKeys(of)).then(({ body }) => body), [of]);
  const list = useReading(call, first);
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  const [revoking, setRevoking] = useState<ApiKeyItem>();
  const [removed, setRemoved] = useState(0);
  const now = useNow();
  // The focused button may have disappeared with its key, or with the new key.
  useEffect(() => {
    if (removed > 0 && document.activeElement === document.body) heading.current?.focus();
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
      <h2 id={id} ref={heading} tabIndex={-1}>
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
      <Rows
        reading={list}
        rows={list.data?.map((item) => (
          <ApiKeyRow key={item.id} item={item} now={now} onRevoke={() => setRevoking(item)} />
        ))}
        texts={{ failed: t('account.apiKeys.failed'), none: t('account.apiKeys.none') }}
        block="3rem"
      />
      {isOwn && (
        <ActionRow icon={KeyRound} opensForm onClick={() => setCreating(true)}>
          {t('account.apiKeys.create.open')}
        </ActionRow>
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

/** Renders one API key: its name, its prefix, its permissions, its last use and its expiry. */
function ApiKeyRow({ item, now, onRevoke }: { item: ApiKeyItem; now: Date; onRevoke: () => void }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { name, prefix, readOnly, createdAt, lastUsedAt, expiresAt } = item;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  return (
    <li className={row.row}>
      <KeyRound className={row.icon} size={20} aria-hidden="true" />
      <div>
        <p className="strong">
          <bdi>{name}</bdi>
        </p>
        <p className={styles.facts}>
          <code className={styles.prefix} dir="ltr">
            {prefix}…
          </code>
          {readOnly && <Badge>{t('account.apiKeys.readOnly')}</Badge>}
          {isExpired && <Badge tone="bad">{t('account.apiKeys.expired')}</Badge>}
        </p>
        <p className={row.facts}>
          {t('account.apiKeys.created', { time: formatRelative(language, createdAt, now) })}
          {' · '}
          {lastUsedAt
            ? t('account.apiKeys.used', { time: formatRelative(language, lastUsedAt, now) })
            : t('account.apiKeys.unused')}
          <br />
          {expiresAt
            ? t('account.apiKeys.expires', { date: formatDate(language, expiresAt) })
            : t('account.apiKeys.neverExpires')}
        </p>
      </div>
      <Button
        variant="quiet"
        className={row.end}
        aria-haspopup="dialog"
        aria-label={t('account.apiKeys.revoke.of', { name })}
        onClick={onRevoke}
      >
        <X size={18} aria-hidden="true" />
        <span>{t('account.apiKeys.revoke.open')}</span>
      </Button>
    </li>
  );
}

const DAY_MS = 24 * 60 * 60_000;
const MAX_NAME_LENGTH = 255;

/** The validity of a key in days; null until it is revoked. */
const terms = { days30: 30, days90: 90, year: 365, endless: null } as const;
type Term = keyof typeof terms;

interface CreateDialogProps {
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onClose: () => void;
}

/** Renders the drawer that creates an API key. */
function CreateDialog({ onCreated, onClose }: CreateDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();

  async function create(form: HTMLFormElement) {
    const given = new FormData(form);
    const name = String(given.get('name')).trim();
    setError(name === '' ? t('common.name.required') : undefined);
    if (name === '') return field.current!.focus();
    const days = terms[given.get('term') as Term];
    const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    const values = { name, expiresAt, readOnly: given.get('readOnly') === 'on' };
    onCreated((await api.account.createApiKey({ body: values })).body);
  }
  function explain(error: unknown) {
    if (error instanceof HttpError && error.status === 409) return t('account.apiKeys.create.tooMany');
    return dialogFor(error) ? '' : describeError(error);
  }

  return (
    <FormDialog
      title={t('account.apiKeys.create.title')}
      action={t('account.apiKeys.create.submit')}
      onSubmit={create}
      explain={explain}
      onClose={onClose}
    >
      <TextField
        ref={field}
        label={t('common.name.label')}
        hint={t('account.apiKeys.create.nameHint')}
        error={error}
        name="name"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        dir="auto"
        onChange={() => setError(undefined)}
      />
      <div className={styles.choice}>
        <label htmlFor={id} className="label">
          {t('account.apiKeys.create.term')}
        </label>
        <select id={id} className={selectStyles.select} name="term" defaultValue="days90">
          {(Object.keys(terms) as Term[]).map((term) => (
            <option key={term} value={term}>
              {t(`account.apiKeys.create.terms.${term}`)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label className={styles.check}>
          <input type="checkbox" name="readOnly" aria-describedby={`${id}-hint`} />
          {t('account.apiKeys.readOnly')}
        </label>
        <p id={`${id}-hint`} className="text-muted">
          {t('account.apiKeys.create.readOnlyHint')}
        </p>
      </div>
    </FormDialog>
  );
}

/**
 * Renders a new API key, which cannot be shown again. It is on the page and not in a dialog, which an
 * accidental tap would close.
 */
function NewKeyNotice({ created, onDone }: { created: CreatedApiKey; onDone: () => void }) {
  const { name, key } = created;
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    // Selected in any case, so that the user can copy it if the browser does not.
    field.current?.select();
    try {
      await navigator.clipboard.writeText(key);
      setCopied(true);
    } catch {
      field.current?.focus();
    }
  }

  return (
    <section className={styles.created} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t('account.apiKeys.new.title', { name })}
      </h3>
      <p>{t('account.apiKeys.new.hint')}</p>
      <div className="row-wrap">
        <input
          ref={field}
          className={styles.key}
          value={key}
          readOnly
          dir="ltr"
          spellCheck={false}
          aria-label={t('account.apiKeys.new.label')}
          onFocus={({ target }) => target.select()}
        />
        <Button variant="primary" onClick={copy}>
          {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
          {t(copied ? 'account.apiKeys.new.copied' : 'account.apiKeys.new.copy')}
        </Button>
      </div>
      <p className="only-for-screen-readers" role="status">
        {copied && t('account.apiKeys.new.copied')}
      </p>
      <div>
        <Button onClick={onDone}>{t('account.apiKeys.new.done')}</Button>
      </div>
    </section>
  );
}

/** Returns the API keys of a user, newest first; without `of`, the user's own. Throws an HttpError. */
const listApiKeys = (of: string | undefined) =>
  of === undefined ? api.account.listApiKeys() : api.users.listApiKeys({ params: { id: of } });

/** Revokes an API key of a user; without `of`, of the user's own. Throws an HttpError. */
const revokeApiKey = (of: string | undefined, keyId: string) =>
  of === undefined
    ? api.account.revokeApiKey({ params: { keyId } })
    : api.users.revokeApiKey({ params: { id: of, keyId } });
