import type { AuditEntry } from '@bindery/contract/api/history.ts';
import { Archive, ArchiveRestore, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { formatDateTime, formatTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { addresses, resourceNamed } from '../resource.ts';
import { ApiKeyLink } from './api-key-link.tsx';
import styles from './audit.module.css';
import { ChangeLine } from './change-line.tsx';
import { DidSentence, RecordLink } from './did-sentence.tsx';
import { UndoBatch } from './undo-batch.tsx';
import { useAuthor } from './use-author.ts';

const ICONS = {
  create: Plus,
  update: Pencil,
  delete: Trash2,
  archive: Archive,
  restore: ArchiveRestore,
} as const;

interface AuditRowProps {
  readonly entry: AuditEntry;
  /** Whether it is shown separately although others were made together with it. */
  readonly standsAlone: boolean;
  /** The title of its day, if it is the first of the day. */
  readonly day: string | undefined;
}

/**
 * Renders one change of any record: which, by whom, when, and the values before and after; or a whole batch.
 */
export function AuditRow({ entry, standsAlone, day }: AuditRowProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const author = useAuthor()(entry);
  const resource = resourceNamed(entry.resource);
  if (!resource) return null;
  const { action, recordId, label, batch, batchSize, at } = entry;
  const isBatch = !standsAlone && batch !== null && batchSize !== undefined && batchSize > 1;
  const Icon = ICONS[action];
  const record = (
    <RecordLink
      to={addresses.show(resource.name, recordId)}
      label={nameOf(resource, { id: recordId, label: label ?? recordId })}
    />
  );
  return (
    <li>
      {day && <h2 className={styles.day}>{day}</h2>}
      <div className={styles.entry}>
        <Icon className={styles.kind} size={16} role="img" aria-label={t(KINDS[action])} />
        <Avatar name={entry.actor?.label ?? ''} />
        <div className={styles.words}>
          <p className={styles.record}>
            {isBatch ? (
              <>
                <bdi>{author}</bdi>
                {' · '}
                {labels.plural(resource)}
                {' · '}
                <AppLink to={`/manager/history?batch=${batch}`}>
                  {t('manager.batches.changes', { count: batchSize })}
                </AppLink>
              </>
            ) : (
              <>
                <DidSentence actor={author} action={action} record={record} />{' '}
                <span className={styles.soft}>{labels.singular(resource)}</span>
              </>
            )}
          </p>
          {isBatch && <span>{record}</span>}
          {action === 'update' &&
            Object.entries(entry.changes).map(([name, { before, after }]) => (
              <ChangeLine key={name} resource={resource} name={name} before={before} after={after} />
            ))}
          {entry.apiKey && <ApiKeyLink apiKey={entry.apiKey} />}
        </div>
        {isBatch && <UndoBatch batch={batch} count={batchSize} madeBy={entry} />}
        <time className={styles.soft} dateTime={at} title={formatDateTime(language, at)}>
          {formatTime(language, at)}
        </time>
      </div>
    </li>
  );
}

const KINDS = {
  create: 'manager.changes.create',
  update: 'manager.changes.changedOnly',
  delete: 'manager.changes.delete',
  archive: 'manager.changes.archive',
  restore: 'manager.changes.restore',
} as const;
