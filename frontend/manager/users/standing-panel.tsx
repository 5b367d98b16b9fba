import { BadgeCheck, Ban, CircleDashed, MailWarning, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { RecordProps } from '../pages.ts';
import type { PersonItem } from './person.ts';
import { StandingActions } from './standing-actions.tsx';
import styles from './users.module.css';

/** How a person stands with us: verified, onboarded, banned; and what may be done about it. */
export default function StandingPanel({ item, onChanged }: RecordProps) {
  const { t, language } = useTexts();
  const person = item as PersonItem;
  const { emailVerified, onboardedAt, banned } = person;
  return (
    <section className={styles.panel} aria-labelledby="standing">
      <h2 id="standing">{t('manager.standing.title')}</h2>
      <ul className={styles.marks}>
        <Mark
          good={emailVerified}
          icon={emailVerified ? <BadgeCheck size={18} /> : <MailWarning size={18} />}
        >
          {t(emailVerified ? 'manager.standing.verified' : 'manager.standing.notVerified')}
        </Mark>
        <Mark
          good={onboardedAt !== null}
          icon={onboardedAt ? <UserCheck size={18} /> : <CircleDashed size={18} />}
        >
          {onboardedAt
            ? t('manager.standing.onboarded', { time: formatDateTime(language, onboardedAt) })
            : t('manager.standing.notOnboarded')}
        </Mark>
        {banned && (
          <Mark good={false} icon={<Ban size={18} />}>
            <BanText person={person} />
          </Mark>
        )}
      </ul>
      <StandingActions person={person} onChanged={onChanged} />
    </section>
  );
}

function Mark({ good, icon, children }: { good: boolean; icon: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.mark} data-good={good}>
      <span aria-hidden="true">{icon}</span>
      <span>{children}</span>
    </li>
  );
}

function BanText({ person: { banReason, banExpires } }: { person: PersonItem }) {
  const { t, language } = useTexts();
  return (
    <>
      {banExpires
        ? t('manager.standing.bannedUntil', { time: formatDateTime(language, banExpires) })
        : t('manager.standing.banned')}
      {banReason && <bdi className={styles.reason}>{banReason}</bdi>}
    </>
  );
}
