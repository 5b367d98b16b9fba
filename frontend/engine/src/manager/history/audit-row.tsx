import type { AuditChange } from '@bindery/contract/api/history.ts';
import { Archive, ArchiveRestore, Layers, Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { formatDateTime, formatTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import { resourceNamed } from '../resource.ts';
import styles from './audit.module.css';
import { ApiKeyLink } from './author.tsx';
import { ACTION_NAMES, BatchEffects } from './batch-effects.tsx';
import { BatchUndo } from './batch-undo.tsx';
import { ChangeLine } from './change-line.tsx';
import {
  ChangedFields,
  ChangeSentence,
  deedOf,
  differentFields,
  representsBatch,
  UndoneBadge,
  useRecordName,
} from './change-sentence.tsx';
import { mayUndo } from './undo.ts';
import { UndoButton } from './undo-button.tsx';

const ICONS = {
  create: Plus,
  update: Pencil,
  delete: Trash2,
  archive: Archive,
  restore: ArchiveRestore,
  returned: Undo2,
  several: Layers,
} as const;

interface AuditRowProps {
  readonly change: AuditChange;
  /** Whether it is shown separately although others were made together with it. */
  readonly isAlone: boolean;
  /** Whether its record is known to be deleted since. */
  readonly isGone: boolean;
  /** The title of its day, if it is the first of the day. */
  readonly day: string | undefined;
}

/**
 * Renders one change of any record: which, by whom, when, and the values before and after; or a whole batch.
 */
export function AuditRow({ change, isAlone, isGone, day }: AuditRowProps) {
  const { language } = useLanguage();
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = resourceNamed(change.resource);
  if (!resource) return null;
  const { action, at } = change;
  const isBatch = !isAlone && representsBatch(change);
  const deed = deedOf(change, isBatch);
  const Icon = ICONS[deed];
  const ofBatch = change.uniformBatch ? labels.plural(resource) : undefined;
  const kind = isBatch ? ofBatch : labels.singular(resource);
  return (
    <li>
      {day && <h2 className={styles.day}>{day}</h2>}
      <div className={styles.change}>
        <Icon className={styles.kind} size={16} role="img" aria-label={t(ACTION_NAMES[deed])} />
        <Avatar name={change.actor?.label ?? ''} />
        <div className={styles.words}>
          <p className={isBatch ? undefined : styles.record}>
            <ChangeSentence change={change} isBatch={isBatch} />
            {isBatch && <ChangedFields change={change} names={differentFields(change)} />}
          </p>
          {isBatch && <BatchEffects change={change} />}
          {!isBatch &&
            action === 'update' &&
            Object.entries(change.changes).map(([name, { before, after }]) => (
              <ChangeLine key={name} resource={resource} name={name} before={before} after={after} />
            ))}
          {change.apiKey && <ApiKeyLink apiKey={change.apiKey} />}
        </div>
        <span className={styles.meta}>
          {kind && `${kind} · `}
          <time dateTime={at} title={formatDateTime(language, at)}>
            {formatTime(language, at)}
          </time>
        </span>
        <div className={styles.action}>
          {isBatch ? <BatchUndo change={change} /> : <ChangeUndo change={change} isGone={isGone} />}
        </div>
      </div>
    </li>
  );
}

/** Renders the button that undoes a change, or that it has been undone. */
function ChangeUndo({ change, isGone }: { change: AuditChange; isGone: boolean }) {
  const { t } = useTranslation();
  const name = useRecordName()(change);
  const resource = resourceNamed(change.resource);
  if (change.undone) return <UndoneBadge />;
  if (!resource || !mayUndo(resource, change) || (isGone && change.action !== 'delete')) return null;
  return (
    <UndoButton
      resource={resource}
      recordId={change.recordId}
      label={name}
      name={t('manager.changes.undo')}
      change={change}
    >
      {t('manager.table.undo')}
    </UndoButton>
  );
}
