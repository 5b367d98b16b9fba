import { BadgeCheck, Ban, MailWarning, ShieldCheck, VenetianMask } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnreadable } from '#frontend/manager/fields/base/field.ts';
import { DayField } from '#frontend/manager/fields/inputs/lazy-date-input.tsx';
import { dayOf, endOfDay } from '#frontend/manager/fields/timestamp.ts';
import { useLabels } from '#frontend/manager/labels.ts';
import { LocalTime } from '#frontend/manager/local-time.tsx';
import type { RecordProps } from '#frontend/manager/overrides.ts';
import { invalidateLists } from '#frontend/manager/refine/query-client.ts';
import { useResource } from '#frontend/manager/resource.ts';
import { may } from '#frontend/shell/auth/session.ts';
import { useNow } from '#frontend/shell/browser/use-now.ts';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { FormDialog } from '#frontend/shell/components/form-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { formatDate, formatDateTime, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import {
  canBeImpersonated,
  displayNameOf,
  isAdministered,
  isBanned,
  type ManagedUser,
  toUser,
} from './user.ts';
import { lastSeen, maySeeSessions, useUserSessions } from './user-sessions.ts';
import styles from './users.module.css';

/** The heading takes the focus when the focused button is removed. */
const headingId = 'standing';

/**
 * Renders the facts about an account (role, unless the heading shows it, address, onboarding, last use, ban)
 * and its actions.
 */
export default function AccountStatusPanel({ item, onChanged }: RecordProps) {
  const { t } = useTranslation();
  const user = toUser(item);
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        {t('manager.users.standing')}
      </h2>
      <AccountStatusActions user={user} onChanged={onChanged} />
      <div className={styles.account}>
        {isBanned(user) && <BanMark user={user} />}
        <Facts user={user} />
      </div>
    </section>
  );
}

function Facts({ user }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  const { role, email, onboardedAt } = resource.fields;
  const VerifiedIcon = user.emailVerified ? BadgeCheck : MailWarning;
  return (
    <dl className={styles.facts}>
      {role && user.role === (role.usual ?? role.default) && (
        <Fact label={labels.field(resource, role)}>{labels.option(resource, role, user.role)}</Fact>
      )}
      {email && (
        <Fact label={labels.field(resource, email)}>
          <Badge tone={user.emailVerified ? 'good' : 'open'}>
            <VerifiedIcon size={16} aria-hidden="true" />
            {t(user.emailVerified ? 'manager.users.verified' : 'manager.users.notVerified')}
          </Badge>
        </Fact>
      )}
      {onboardedAt && (
        <Fact label={labels.field(resource, onboardedAt)}>
          {user.onboardedAt ? (
            <LocalTime at={user.onboardedAt} format={day} title={formatDateTime} />
          ) : (
            <Badge tone="plain">{t('manager.users.notOnboarded')}</Badge>
          )}
        </Fact>
      )}
      {maySeeSessions(user) && <LastSeen key={user.updatedAt} user={user} />}
    </dl>
  );
}

const day = (...[language, at]: Parameters<typeof formatDate>) => [formatDate(language, at)];

function LastSeen({ user }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { data: page, isError } = useUserSessions(user);
  const at = page && lastSeen(page);
  const now = useNow();
  return (
    <Fact label={t('manager.users.lastSeen')}>
      {at && (
        <time dateTime={at} title={formatDateTime(language, at)} data-exact={formatDateTime(language, at)}>
          <span>{formatRelative(language, at, now)}</span>
        </time>
      )}
      {page && !at && <span className={styles.usual}>{t('manager.users.noSession')}</span>}
      {isError && '–'}
      {/* As high as the text that takes its place. */}
      {!page && !isError && '\u00a0'}
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function BanMark({ user: { banReason, banExpires } }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return (
    <p className={styles.mark}>
      <Badge tone="bad">
        <Ban size={16} aria-hidden="true" />
        {banExpires
          ? t('manager.users.bannedUntil', { time: formatDateTime(language, banExpires) })
          : t('manager.users.banned')}
      </Badge>
      {banReason && (
        <span className={styles.usual}>
          <bdi>{banReason}</bdi>
        </span>
      )}
    </p>
  );
}

interface AccountStatusActionsProps {
  readonly user: ManagedUser;
  /** Refetches the user. */
  readonly onChanged: () => void;
}

/**
 * Renders the buttons to ban, unban and impersonate a user, as far as the admin's rights allow; never for
 * oneself.
 */
function AccountStatusActions({ user, onChanged }: AccountStatusActionsProps) {
  const { t } = useTranslation();
  const [openDialog, setOpenDialog] = useState<'ban' | 'impersonate'>();
  const close = () => setOpenDialog(undefined);
  const banned = isBanned(user);
  const before = useRef(banned);
  useEffect(() => {
    if (openDialog || before.current === banned) return;
    before.current = banned;
    document.getElementById(headingId)?.focus();
  }, [openDialog, banned]);
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

  async function lift() {
    try {
      await api.users.unban({ params: { id: user.id } });
      await onChanged();
      await notify('success', t('manager.users.unban.done'));
    } catch (error) {
      await notifyError(error, t('manager.users.unban.failed'));
    }
  }

  return (
    <Button action={lift}>
      <ShieldCheck size={16} aria-hidden="true" />
      {t('manager.users.unban.open')}
    </Button>
  );
}

/** Renders the confirmation of an impersonation, then opens the app as that user. */
function ImpersonateDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const { t } = useTranslation();

  async function startImpersonation() {
    try {
      await api.users.impersonate({ params: { id: user.id } });
      // A full page load discards all data that was loaded as the admin.
      location.assign('/app');
    } catch (error) {
      await notifyError(error, t('manager.users.impersonate.failed'));
    }
  }

  return (
    <ConfirmDialog
      title={t('manager.users.impersonate.question', { who: displayNameOf(user) })}
      text={t('manager.users.impersonate.text')}
      confirm={t('manager.users.impersonate.confirm')}
      onConfirm={startImpersonation}
      onClose={onClose}
    />
  );
}

interface BanDialogProps {
  readonly user: ManagedUser;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Renders the form for the reason and the end of a ban. */
function BanDialog({ user, onChanged, onClose }: BanDialogProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState('');
  const [dayError, setDayError] = useState<string>();

  async function submit({ elements }: HTMLFormElement) {
    const input = (name: string) => elements.namedItem(name) as HTMLInputElement;
    // The ban lasts until the end of the day, in local time.
    const until = day === '' ? null : endOfDay(day);
    const problem = problemOf(until, input('until'));
    setDayError(problem && t(problem));
    if (problem) return input('until').focus();
    const terms = { reason: input('reason').value.trim() || null, until };
    await api.users.ban({ params: { id: user.id }, body: terms });
    await onChanged();
    onClose();
    await notify('success', t('manager.users.ban.done'));
  }

  return (
    <FormDialog
      title={t('manager.users.ban.question', { who: displayNameOf(user) })}
      action={t('manager.users.ban.confirm')}
      variant="danger"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('manager.users.ban.text')}</p>
      <TextField label={t('manager.users.ban.reason')} name="reason" maxLength={255} dir="auto" />
      <DayField
        label={t('manager.users.ban.until')}
        hint={t('manager.users.ban.untilHint')}
        error={dayError}
        name="until"
        min={dayOf(new Date().toISOString())}
        value={day}
        onChange={(next) => {
          setDay(next);
          setDayError(undefined);
        }}
      />
    </FormDialog>
  );
}

/** Returns the problem of the end of a ban. An invalid end is not a permanent ban. */
function problemOf(until: string | null, input: HTMLInputElement) {
  if (isUnreadable(input)) return 'manager.table.unreadable';
  return until !== null && until <= new Date().toISOString() ? 'manager.users.ban.over' : undefined;
}
