import { useTranslation } from 'react-i18next';
import { useHydrated } from '#frontend/shell/browser/use-hydrated.ts';
import { formatDate, formatDateTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { ManagerRecord } from '../resource.ts';
import styles from './show-page.module.css';

/**
 * Renders when a record was created and last changed, as far as it is known, on one line if there is room.
 */
export function RecordTimes({ item }: { item: ManagerRecord }) {
  const { t } = useTranslation();
  return (
    <p className={styles.times}>
      {item.createdAt !== undefined && <Time label={t('manager.show.created')} at={String(item.createdAt)} />}{' '}
      {item.updatedAt !== undefined && <Time label={t('manager.show.updated')} at={String(item.updatedAt)} />}
    </p>
  );
}

/** Renders a time with its label: the day on a screen, with the hour on paper. */
function Time({ label, at }: { label: string; at: string }) {
  const { language } = useLanguage();
  // A line as high, which another element with the whole text replaces: beside a part of it, the rest would
  // shift.
  if (!useHydrated()) return <span key="placeholder">{'\u00a0'}</span>;
  const exact = formatDateTime(language, at);
  return (
    <span className={styles.time}>
      {label}{' '}
      <time dateTime={at} title={exact} data-exact={exact}>
        <span>{formatDate(language, at)}</span>
      </time>
    </span>
  );
}
