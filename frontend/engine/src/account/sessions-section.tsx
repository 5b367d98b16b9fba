import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import type { TFunction } from 'i18next';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionRow } from '#frontend/shell/components/action-row.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import row from '#frontend/shell/components/list-row.module.css';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { api, read } from '#frontend/shell/http/api.ts';
import { formatDateTime, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';

/** The sessions of a user, and how to end them. */
export interface SessionsSectionProps {
  /** The id of another user; without it, they are the user's own. */
  of?: string | undefined;
  title: string;
  /** The first page, if it has been read already. */
  first?: SessionPage | undefined;
  /** Called with what is read later. */
  onRead?: ((page: SessionPage) => void) | undefined;
  /** The label of the button that revokes one session, and its accessible name, which includes the device. */
  revokeOne: SessionRowProps['end'];
  /** The label of the button that revokes all sessions, and the text and button of its confirmation. */
  revokeAll: { label: string; text: string; confirm: string };
  className: string | undefined;
}

/** Returns the labels for revoking the user's own sessions. */
export const ownSessionsTexts = (t: TFunction): Pick<SessionsSectionProps, 'revokeOne' | 'revokeAll'> => ({
  revokeOne: {
    label: t('account.sessions.revoke'),
    of: (device) => t('account.sessions.revokeOf', { device }),
  },
  revokeAll: {
    label: t('account.sessions.revokeOthers'),
    text: t('account.sessions.revokeOthersText'),
    confirm: t('account.sessions.revokeOthersConfirm'),
  },
});

/** Renders a user's sessions, which can be revoked one by one or all at once. */
export function SessionsSection({ of, title, first, onRead, ...props }: SessionsSectionProps) {
  const { revokeOne, revokeAll, className } = props;
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useSessions(of, { first, onRead });
  const [confirming, setConfirming] = useState(false);
  const [ended, setEnded] = useState(0);
  const others = (list.sessions ?? []).some((session) => !session.current);

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
    if (ended > 0 && !confirming) heading.current?.focus();
  }, [ended, confirming]);

  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <Rows
        list={list}
        revokeOne={revokeOne}
        onRevoke={(session) => end(() => revokeSession(of, session), t('account.sessions.revokeFailed'))}
      />
      {others && (
        <ActionRow icon={LogOut} mirrored onClick={() => setConfirming(true)}>
          {revokeAll.label}
        </ActionRow>
      )}
      {confirming && (
        <ConfirmDialog
          title={revokeAll.label}
          text={revokeAll.text}
          confirm={revokeAll.confirm}
          variant="danger"
          onConfirm={() => end(() => revokeSessions(of), t('account.sessions.revokeAllFailed'))}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
}

interface RowsProps {
  list: SessionList;
  revokeOne: SessionRowProps['end'];
  onRevoke: (id: string) => Promise<void>;
}

function Rows({ list, revokeOne, onRevoke }: RowsProps) {
  const { t } = useTranslation();
  const { sessions, failed, reload, loadMore } = list;
  if (failed) {
    return (
      <p role="alert">
        {t('account.sessions.failed')}{' '}
        <Button variant="quiet" onClick={reload}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  }
  if (!sessions) return <Skeleton block="8rem" />;
  if (sessions.length === 0) return <p className="text-muted">{t('account.sessions.none')}</p>;
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            end={revokeOne}
            onRevoke={() => onRevoke(session.id)}
          />
        ))}
      </ul>
      {loadMore && (
        <div>
          <Button onClick={loadMore}>{t('account.sessions.loadMore')}</Button>
        </div>
      )}
    </>
  );
}

/** State of the list of sessions. */
interface SessionList {
  /** Undefined until the first response has arrived. */
  sessions: SessionItem[] | undefined;
  failed: boolean;
  reload: () => Promise<void>;
  /** Undefined when all sessions are shown. */
  loadMore: (() => void) | undefined;
}

/** Loads the sessions of a user, newest first; without `of`, the user's own. */
function useSessions(
  of: string | undefined,
  { first, onRead }: Pick<SessionsSectionProps, 'first' | 'onRead'>,
): SessionList {
  const [count, setCount] = useState(firstSessions);
  const [list, setList] = useState<Partial<SessionPage>>(first ?? {});
  const [failed, setFailed] = useState(false);
  const isRead = useRef(first !== undefined);
  const reload = useCallback(async () => {
    setFailed(false);
    try {
      const page = await readSessions(of, count);
      setList(page);
      onRead?.(page);
    } catch {
      setFailed(true);
    }
  }, [of, count, onRead]);
  useEffect(() => {
    if (isRead.current) isRead.current = false;
    else reload();
  }, [reload]);
  const { sessions, total = 0 } = list;
  const more = sessions && sessions.length < Math.min(total, mostSessions);
  return { sessions, failed, reload, loadMore: more ? () => setCount(nextPageSize(count)) : undefined };
}

/** A session, with the labels and actions of its button. */
interface SessionRowProps {
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
function SessionRow({ session, end, onRevoke }: SessionRowProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const [busy, setBusy] = useState(false);
  const device = session.device ?? t('account.sessions.unknownDevice');
  const Icon = handheld.test(device) ? Smartphone : Monitor;
  // A session lasts for 30 days after its use: those would be "next month", which on the 1st is wrong.
  const soon = new Date(Date.now() + 1000);

  async function revoke() {
    setBusy(true);
    await onRevoke();
    setBusy(false);
  }

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
            : t('account.sessions.updated', { time: formatRelative(language, session.updatedAt) })}
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
        <Button variant="quiet" className={row.end} busy={busy} onClick={revoke} aria-label={end.of(device)}>
          <LogOut data-mirrored size={18} aria-hidden="true" />
          <span>{end.label}</span>
        </Button>
      )}
    </li>
  );
}

function Place({ address }: { address: string }) {
  const { t } = useTranslation();
  return loopback.test(address) ? t('account.sessions.thisMachine') : <bdi>{address}</bdi>;
}

const pageSize = 5;

/** The maximum number of sessions shown, which is the server's maximum too. */
const mostSessions = 100;

/** The number of sessions shown at first. */
const firstSessions = pageSize;

/** Returns the number of sessions to show after "Load more". */
const nextPageSize = (shown: number): number => Math.min(shown + pageSize, mostSessions);

/** The first sessions of a user, the current one first and then the newest first, and the number of all. */
export interface SessionPage {
  readonly sessions: SessionItem[];
  readonly total: number;
}

/** Returns the first sessions of a user; without `of`, the user's own. Throws an HttpError. */
export async function readSessions(of: string | undefined, count = firstSessions): Promise<SessionPage> {
  const query = { _start: 0, _end: count };
  return toSessionPage(
    await read(() =>
      of === undefined
        ? api.account.listSessions({ query })
        : api.users.listSessions({ params: { id: of }, query }),
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
