import type { LatestChange } from '@bindery/contract/api/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useLabels } from '../labels.ts';
import { addresses, resourceNamed } from '../resource.ts';
import { shownLabel } from '../shown-label.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';

/** The texts of the history. */
const ACTION_TEXTS = {
  create: 'manager.changes.create',
  update: 'manager.changes.changedOnly',
  delete: 'manager.changes.delete',
  archive: 'manager.changes.archive',
  restore: 'manager.changes.restore',
} as const;

/** Renders the latest created, changed and deleted records, with the user who made each change. */
export function LatestChanges({ latest }: { latest: readonly LatestChange[] }) {
  const { t } = useTranslation();
  return (
    <DashboardPanel title={t('manager.dashboard.latest')}>
      {latest.length === 0 && <p className={styles.soft}>{t('manager.history.none')}</p>}
      <ul className={styles.changes}>
        {latest.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
    </DashboardPanel>
  );
}

function Change({
  change: { resource: name, recordId, label, action, actor, at, batch, batchSize = 1 },
}: {
  change: LatestChange;
}) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const resource = resourceNamed(name);
  if (!resource) return null;
  return (
    <li className={styles.change}>
      <span className={styles.soft}>{(batchSize > 1 ? labels.plural : labels.singular)(resource)}</span>
      {batchSize > 1 ? (
        <AppLink to={`/manager/history?batch=${batch}`}>
          {t('manager.batches.changes', { count: batchSize })}
        </AppLink>
      ) : label === null ? (
        <span>{t('manager.dashboard.gone')}</span>
      ) : (
        <AppLink to={addresses.show(name, recordId)}>
          <bdi>{shownLabel(resource, label)}</bdi>
        </AppLink>
      )}
      <span className={styles.soft}>
        {t(ACTION_TEXTS[action])}
        {' · '}
        <bdi>{actor?.label ?? t('manager.history.somebody')}</bdi>
        {' · '}
        <time dateTime={at}>{formatRelative(language, at)}</time>
      </span>
    </li>
  );
}
