import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { addresses } from '../resource.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';

/**
 * Renders the numbers of users who need attention, each as a link to the filtered list; nothing if there are
 * none.
 */
export function UsersPanel({ users }: { users: NonNullable<Dashboard['users']> }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const lines = [
    { text: t('manager.trends.notOnboarded'), count: users.notOnboarded, filter: '?onboardedAt_null=true' },
    { text: t('manager.trends.banned'), count: users.banned, filter: '?banned=true' },
  ].filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  return (
    <DashboardPanel title={t('manager.trends.attention')}>
      <ul className={styles.parts}>
        {lines.map(({ text, count, filter }) => (
          <li key={filter}>
            <AppLink className={styles.part} to={addresses.list('users') + filter}>
              <span>{text}</span>
              <span className={styles.number}>{new Intl.NumberFormat(language).format(count)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </DashboardPanel>
  );
}
