import type { AuditEntry } from '@bindery/contract/api/history.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useReferenceLabel } from '../fields/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { addresses, resourceNamed } from '../resource.ts';
import { ApiKeyLink } from './api-key-link.tsx';
import styles from './audit.module.css';
import { ChangeLine } from './change-line.tsx';
import history from './history.module.css';
import { useAuthor } from './history-group.tsx';
import { UndoBatch } from './undo-batch.tsx';

/** Renders one change of any record: which, by whom, when, and from what to what; or all that were made together. */
export function AuditRow({ entry, standsAlone }: { entry: AuditEntry; standsAlone: boolean }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const author = useAuthor();
  const resource = resourceNamed(entry.resource);
  if (!resource) return null;
  const { action, recordId, label, batch, batchSize, at } = entry;
  const isBatch = !standsAlone && batch !== null && batchSize !== undefined && batchSize > 1;
  const record = (
    <AppLink to={addresses.show(resource.name, recordId)}>
      <bdi>{nameOf(resource, { id: recordId, label: label ?? recordId })}</bdi>
    </AppLink>
  );
  return (
    <li className={styles.entry}>
      {isBatch ? (
        <p className={styles.record}>
          <span className={history.soft}>{labels.plural(resource)}</span>{' '}
          <AppLink to={`/manager/history?batch=${batch}`}>
            {t('manager.batches.changes', { count: batchSize })}
          </AppLink>
        </p>
      ) : (
        <p className={styles.record}>
          <span className={history.soft}>{labels.singular(resource)}</span> {record}
        </p>
      )}
      <div className={history.entry}>
        {isBatch && <span>{record}</span>}
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
        {isBatch && <UndoBatch batch={batch} count={batchSize} madeBy={entry} />}
      </p>
    </li>
  );
}
