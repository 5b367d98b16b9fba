import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/history.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { AppLink } from '../../layout/app-link.tsx';
import { useReferenceLabel } from '../fields/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { addresses, resourceNamed } from '../resource.ts';
import { ApiKeyLink } from './api-key-link.tsx';
import styles from './audit.module.css';
import { ChangeLine } from './change-line.tsx';
import history from './history.module.css';
import { useAuthor } from './history-group.tsx';

/** Renders one change of any record: which, by whom, when, and from what to what. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const author = useAuthor();
  const resource = resourceNamed(entry.resource);
  if (!resource) return null;
  const { action, recordId, label, batch, at } = entry;
  return (
    <li className={styles.entry}>
      <p className={styles.record}>
        <span className={history.soft}>{labels.singular(resource)}</span>{' '}
        <AppLink to={addresses.show(resource.name, recordId)}>
          <bdi>{nameOf(resource, { id: recordId, label: label ?? recordId })}</bdi>
        </AppLink>
      </p>
      <div className={history.entry}>
        {action === 'update' ? (
          Object.entries(entry.changes).map(([name, { before, after }]) => (
            <ChangeLine key={name} resource={resource} name={name} before={before} after={after} />
          ))
        ) : (
          <span>{t(`manager.changes.${action}`)}</span>
        )}
      </div>
      <p className={history.foot}>
        <bdi>{author(entry)}</bdi>
        <time dateTime={at}>{formatDateTime(language, at)}</time>
        {entry.apiKey && <ApiKeyLink apiKey={entry.apiKey} />}
        {batch !== null && (
          <AppLink to={`/manager/history?batch=${batch}`}>{t('manager.changes.batch')}</AppLink>
        )}
      </p>
    </li>
  );
}
