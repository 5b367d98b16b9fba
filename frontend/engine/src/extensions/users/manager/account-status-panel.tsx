import { BadgeCheck, Ban, CircleDashed, type LucideIcon, MailWarning, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordProps } from '#frontend/manager/overrides.ts';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { formatDateTime, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AccountStatusActions } from './account-status-actions.tsx';
import { isBanned, type ManagedUser, toUser } from './user.ts';
import styles from './users.module.css';

const headingId = 'standing';

/** Renders the account status (verified, onboarded, banned) and its actions. */
export default function AccountStatusPanel({ item, onChanged }: RecordProps) {
  const { t } = useTranslation();
  const user = toUser(item);
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading} tabIndex={-1}>
        {t('manager.users.standing')}
      </h2>
      <ul className={styles.marks}>
        {isBanned(user) && <BanMark user={user} />}
        <VerifiedMark user={user} />
        <OnboardedMark user={user} />
      </ul>
      <AccountStatusActions user={user} headingId={headingId} onChanged={onChanged} />
    </section>
  );
}

function VerifiedMark({ user: { emailVerified } }: { user: ManagedUser }) {
  const { t } = useTranslation();
  return emailVerified ? (
    <Mark tone="good" icon={BadgeCheck} text={t('manager.users.verified')} />
  ) : (
    <Mark tone="open" icon={MailWarning} text={t('manager.users.notVerified')} />
  );
}

function OnboardedMark({ user: { onboardedAt } }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  if (!onboardedAt) return <Mark tone="open" icon={CircleDashed} text={t('manager.users.notOnboarded')} />;
  return (
    <Mark
      tone="good"
      icon={UserCheck}
      text={t('manager.users.onboarded', { time: formatRelative(language, onboardedAt) })}
    >
      <time dateTime={onboardedAt}>{formatDateTime(language, onboardedAt)}</time>
    </Mark>
  );
}

function BanMark({ user: { banReason, banExpires } }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return (
    <Mark
      tone="bad"
      icon={Ban}
      text={
        banExpires
          ? t('manager.users.bannedUntil', { time: formatDateTime(language, banExpires) })
          : t('manager.users.banned')
      }
    >
      {banReason && <bdi>{banReason}</bdi>}
    </Mark>
  );
}

interface MarkProps {
  tone: 'good' | 'open' | 'bad';
  icon: LucideIcon;
  text: string;
  /** Less prominent details. */
  children?: ReactNode;
}

function Mark({ tone, icon: Icon, text, children }: MarkProps) {
  return (
    <li className={styles.mark}>
      <Badge tone={tone}>
        <Icon size={16} aria-hidden="true" />
        {text}
      </Badge>
      {children && <span className={styles.more}>{children}</span>}
    </li>
  );
}
