import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#frontend/shell/browser/use-now.ts';
import { ActionRow } from '#frontend/shell/components/action-row.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import row from '#frontend/shell/components/list-row.module.css';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { api, read } from '#frontend/shell/http/api.ts';
import { formatDateTime, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { Rows, useReading } from './rows.tsx';

interface SessionsSectionProps {
  /** The id of another user; without it, they are the user's own. */
  of?: string | undefined;
  title: string;
  /** The first page, if it has been read already. */
  first?: SessionPage | undefined;
  /** Called with what is read later. */
  onRead?: ((page: SessionPage) => void) | undefined;
  className: string | undefined;
}

/** Renders a user's sessions, which can be revoked one by one or all at once. */
export function SessionsSection({ of, title, first, onRead, className }: SessionsSectionProps) {
  const { t } = useTranslation();
  const isOwn = of === undefined;
  const revokeAll = t(isOwn ? 'account.sessions.revokeOthers' : 'manager.users.sessions.revokeAll');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [count, setCount] = useState(PAGE_SIZE);
  const call = useCallback(async () => {
    const page = await readSessions(of, count);
    onRead?.(page);
    return page;
  }, [of, count, onRead]);
  const list = useReading(call, first);
  const { sessions, total = 0 } = list.data ?? {};
  const [confirming, setConfirming] = useState(false);
  const [ended, setEnded] = useState(0);
  const now = useNow();

  async function end(call: () => Promise<unknown>, failed: string) {
    try {
      await call();
    } catch (error) {
      notifyError(error, failed);
    }
    await list.reload();
    setEnded((before) => before + 1);
  }
  // The pressed button may have been removed with its session. Nothing below an open dialog can take the
  // focus.
  useEffect(() => {
    if (ended > 0 && !confirming && document.activeElement === document.body) heading.current?.focus();
  }, [ended, confirming]);

  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <Rows
        reading={list}
        rows={sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isOwn={isOwn}
            now={now}
            onRevoke={() => end(() => revokeSession(of, session.id), t('account.sessions.revokeFailed'))}
          />
        ))}
        texts={{ failed: t('account.sessions.failed'), none: t('account.sessions.none') }}
        block="8rem"
      />
      {!list.failed && sessions && sessions.length < Math.min(total, MOST) && (
        <div>
          <Button onClick={() => setCount(Math.min(count + PAGE_SIZE, MOST))}>
            {t('account.sessions.loadMore')}
          </Button>
        </div>
      )}
      {sessions?.some((session) => !session.current) && (
        <ActionRow icon={LogOut} mirrored onClick={() => setConfirming(true)}>
          {revokeAll}
        </ActionRow>
      )}
      {confirming && (
        <ConfirmDialog
          title={revokeAll}
          text={t(isOwn ? 'account.sessions.revokeOthersText' : 'manager.users.sessions.revokeAllText')}
          confirm={t(
            isOwn ? 'account.sessions.revokeOthersConfirm' : 'manager.users.sessions.revokeAllConfirm',
          )}
          variant="danger"
          onConfirm={() => end(() => revokeSessions(of), t('account.sessions.revokeAllFailed'))}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
}

interface SessionRowProps {
  session: SessionItem;
  isOwn: boolean;
  now: Date;
  onRevoke: () => Promise<void>;
}

// Only the network part of an IPv6 address is stored, which is `::` for the loopback address.
const loopback = /^(127\.|::1?$)/;
const handheld = /\b(Android|iOS|iPad|iPhone)\b/;

/**
 * Renders one session: device, last use and IP address, expiry and impersonator. Marks the current session.
 */
function SessionRow({ session, isOwn, now, onRevoke }: SessionRowProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const device = session.device ?? t('account.sessions.unknownDevice');
  const Icon = handheld.test(device) ? Smartphone : Monitor;
  // A session lasts for 30 days after its use: those would be "next month", which on the 1st is wrong.
  const soon = new Date(now.getTime() + 1000);

  return (
    <li className={row.row}>
      <Icon className={row.icon} size={20} aria-hidden="true" />
      <div>
        <p className={row.device}>
          <bdi>{device}</bdi>
          {session.current && <Badge tone="good">{t('account.sessions.current')}</Badge>}
        </p>
        {session.impersonating && (
          <p className={row.impersonating}>
            {t('account.sessions.impersonating', { name: session.impersonating.name })}
          </p>
        )}
        <p className={row.facts}>
          {session.current
            ? t('account.sessions.active')
            : t('account.sessions.updated', { time: formatRelative(language, session.updatedAt, now) })}
          {session.ipAddress && (
            <>
              {' '}
              · <Place address={session.ipAddress} />
            </>
          )}
          <br />
          <time dateTime={session.expiresAt} title={formatDateTime(language, session.expiresAt)}>
            {t('account.sessions.expires', { time: formatRelative(language, session.expiresAt, soon) })}
          </time>
          {' · '}
          <bdi className={row.fingerprint}>{t('account.sessions.id', { id: session.fingerprint })}</bdi>
        </p>
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          className={row.end}
          action={onRevoke}
          aria-label={t(isOwn ? 'account.sessions.revokeOf' : 'manager.users.sessions.revokeOf', { device })}
        >
          <LogOut data-mirrored size={18} aria-hidden="true" />
          <span>{t(isOwn ? 'account.sessions.revoke' : 'manager.users.sessions.revoke')}</span>
        </Button>
      )}
    </li>
  );
}

function Place({ address }: { address: string }) {
  const { t } = useTranslation();
  return loopback.test(address) ? t('account.sessions.thisMachine') : <bdi>{address}</bdi>;
}

const PAGE_SIZE = 5;

/** The maximum number of sessions shown, which is the server's maximum too. */
const MOST = 100;

/** The first sessions of a user, the current one first and then the newest first, and the number of all. */
export interface SessionPage {
  readonly sessions: SessionItem[];
  readonly total: number;
}

/** Returns the first sessions of a user; without `of`, the user's own. Throws an HttpError. */
export async function readSessions(of: string | undefined, count = PAGE_SIZE): Promise<SessionPage> {
  return toSessionPage(
    await read(() =>
      of === undefined
        ? api.account.listSessions({ query: { _start: 0, _end: count } })
        : api.users.listSessions({ params: { id: of }, query: { _start: 0, _end: count } }),
    ),
  );
}

/** Returns the page of sessions in a response. */
export const toSessionPage = ({ body, headers }: { body: SessionItem[]; headers: Headers }): SessionPage => ({
  sessions: body,
  total: Number(headers.get('x-total-count') ?? body.length),
});

/** Revokes one session of a user. Throws an HttpError. */
const revokeSession = (of: string | undefined, sessionId: string) =>
  of === undefined
    ? api.account.revokeSession({ params: { sessionId } })
    : api.users.revokeSession({ params: { id: of, sessionId } });

/** Revokes every session of a user; of the user's own, all but the current one. Throws an HttpError. */
const revokeSessions = (of: string | undefined) =>
  of === undefined ? api.account.revokeOtherSessions() : api.users.revokeSessions({ params: { id: of } });
