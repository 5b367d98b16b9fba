import type { AuditChange } from '@bindery/contract/api/history.ts';
import { MAX_BATCH_RECORDS } from '@bindery/contract/records/limits.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useLabels } from '../labels.ts';
import { resourceNamed } from '../resource.ts';
import styles from './audit.module.css';
import { ChangeLine } from './change-line.tsx';
import { batchAddress, namesBoth, RecordNames } from './change-sentence.tsx';

/** The names of the actions, as of the filter and of the icons. */
export const ACTION_NAMES = {
  create: 'manager.changes.create',
  update: 'manager.changes.changedOnly',
  delete: 'manager.changes.delete',
  archive: 'manager.changes.archive',
  restore: 'manager.changes.restore',
  returned: 'manager.changes.returned',
  several: 'manager.changes.several',
} as const;

/**
 * Renders what a batch has done, below its sentence: the numbers of its different changes, the names of some
 * records, the new value of a field if all have the same, and the link to the changes.
 */
export function BatchEffects({ change }: { change: AuditChange }) {
  const { t } = useTranslation();
  const resource = resourceNamed(change.resource);
  const { batch, batchSize = 1, uniformBatch, batchRecords = [], sharedFields = [] } = change;
  if (!resource || batch === null) return null;
  const isUpdate = uniformBatch && change.action === 'update';
  const shared = isUpdate ? sharedFields : [];
  const others = batchRecords.length < MAX_BATCH_RECORDS ? 0 : batchSize - batchRecords.length;
  return (
    <>
      {!uniformBatch && <BatchParts parts={change.batchParts ?? []} />}
      {!namesBoth(change) && (
        <span className={styles.names}>
          <RecordNames records={batchRecords} others={others} />
        </span>
      )}
      {shared.map((name) => (
        <ChangeLine
          key={name}
          resource={resource}
          name={name}
          after={change.changes[name]?.after}
          hasBefore={false}
        />
      ))}
      {namesBoth(change) && isUpdate && (
        <AppLink to={batchAddress(batch)}>{t('manager.changes.batch')}</AppLink>
      )}
    </>
  );
}

/** Renders how many records of which resource were created, changed or deleted. */
function BatchParts({ parts }: { parts: NonNullable<AuditChange['batchParts']> }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const known = parts.flatMap(({ resource: name, action, count }) => {
    const resource = resourceNamed(name);
    return resource ? [{ id: `${name} ${action}`, resource, action, count }] : [];
  });
  return (
    <span>
      {known.map(({ id, resource, action, count }, index) => (
        <Fragment key={id}>
          {index > 0 && ' · '}
          <bdi className={styles.part}>
            {t('manager.batches.part', {
              action: t(ACTION_NAMES[action]),
              records: labels.count(resource, count),
            })}
          </bdi>
        </Fragment>
      ))}
    </span>
  );
}
