import type { LatestChange } from '@bindery/contract/api/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { formatDateTime, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { DidSentence, useAuthor } from '../history/author.tsx';
import { useLabels } from '../labels.ts';
import { addresses, resourceNamed } from '../resource.ts';
import { shownLabel } from '../shown-label.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';

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

function Change({ change }: { change: LatestChange }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const { resource: name, recordId, label, action, actor, at, batch, batchSize = 1 } = change;
  const resource = resourceNamed(name);
  const author = useAuthor()(change);
  if (!resource) return null;
  return (
    <li className={styles.change}>
      <Avatar name={actor?.label ?? ''} />
      {batchSize > 1 ? (
        <span>
          {labels.plural(resource)}
          {' · '}
          <AppLink to={`/manager/history?batch=${batch}`}>
            {t('manager.batches.changes', { count: batchSize })}
          </AppLink>
          {' · '}
          <bdi>{author}</bdi>
        </span>
      ) : (
        <DidSentence
          actor={author}
          action={action}
          record={
            label === null ? (
              `${labels.singular(resource)} (${t('manager.dashboard.gone')})`
            ) : (
              <AppLink to={addresses.show(name, recordId)}>
                <bdi>{shownLabel(resource, label)}</bdi>
              </AppLink>
            )
          }
        />
      )}
      <time className={styles.soft} dateTime={at} title={formatDateTime(language, at)}>
        {formatRelative(language, at)}
      </time>
    </li>
  );
}
