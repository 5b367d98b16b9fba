import type { AuditChange, ChangedRecord } from '@bindery/contract/api/history.ts';
import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { shortLabel } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { isHiddenRecord } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { listOf } from '../list-of.tsx';
import { addresses, resourceNamed } from '../resource.ts';
import { shownLabel } from '../shown-label.ts';
import { withElements } from '../with-elements.tsx';
import { useAuthor } from './author.tsx';
import styles from './change-sentence.module.css';

/** What a change has done: its action, or that it has restored a deleted record; or what a batch has done. */
type Deed = HistoryChange['action'] | 'returned' | 'several';

/** Returns what a change has done, or the batch that it represents. */
export function deedOf(change: AuditChange, isBatch = representsBatch(change)): Deed {
  if (isBatch && change.uniformBatch === false) return 'several';
  return change.returned ? 'returned' : change.action;
}

/** Returns whether a change represents the changes that were made together with it. */
export const representsBatch = ({ batch, batchSize = 1 }: AuditChange): boolean =>
  batch !== null && batchSize > 1;

/** Returns the URL of the changes of a batch. */
export const batchAddress = (batch: string): string => `/manager/history?batch=${batch}`;

/** Returns whether the sentence of a batch names its records, instead of their number. */
export const namesBoth = ({ batchSize, uniformBatch, batchRecords }: AuditChange): boolean =>
  batchSize === 2 && uniformBatch !== false && batchRecords?.length === 2;

interface ChangeSentenceProps {
  readonly change: AuditChange;
  /** Whether the change represents its batch. */
  readonly isBatch?: boolean;
  /** Whether the number of changes is no link, as on the page of the batch. */
  readonly isPlain?: boolean;
}

/** Renders who did what to which record, or to how many, as a sentence in the page's language. */
export function ChangeSentence({
  change,
  isBatch = representsBatch(change),
  isPlain = false,
}: ChangeSentenceProps) {
  const { t } = useTranslation();
  const author = useAuthor()(change);
  return (
    <span>
      {withElements((places) => t(`manager.did.${deedOf(change, isBatch)}`, places), {
        actor: <bdi>{author}</bdi>,
        record: (
          <span>
            {isBatch ? <Together change={change} isPlain={isPlain} /> : <ChangedRecordLink record={change} />}
          </span>
        ),
      })}
    </span>
  );
}

/** Renders what a batch has changed: the names of two records, or a number with a link to its changes. */
function Together({ change, isPlain }: { change: AuditChange; isPlain: boolean }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = resourceNamed(change.resource);
  const { batch, batchSize = 1, uniformBatch, batchRecords = [] } = change;
  if (namesBoth(change)) return <RecordNames records={batchRecords} />;
  const number =
    uniformBatch && resource
      ? labels.count(resource, batchSize)
      : t('manager.batches.changes', { count: batchSize });
  return isPlain || batch === null ? number : <AppLink to={batchAddress(batch)}>{number}</AppLink>;
}

/** Returns the current or last label of a changed record. */
export function useRecordName(): (record: ChangedRecord) => string {
  const { t } = useTranslation();
  const labels = useLabels();
  return ({ resource: of, recordId: id, label }) => {
    const resource = resourceNamed(of);
    if (!resource) return id;
    if (label !== null) return shownLabel(resource, label);
    return isHiddenRecord(resource, { id, label: id })
      ? t('manager.references.hidden')
      : `${labels.singular(resource)} (${t('manager.dashboard.gone')})`;
  };
}

/** The length from which a label has its own lines, so that it can be truncated. */
const LONG_LABEL = 80;

/** Renders the link to a record in a sentence. */
function RecordLink({ to, label }: { to: string; label: string }) {
  const isLong = label.length > LONG_LABEL || undefined;
  return (
    <AppLink to={to}>
      <bdi className={isLong && styles.long} data-long={isLong}>
        {label}
      </bdi>
    </AppLink>
  );
}

/** Renders the link to a changed record. */
function ChangedRecordLink({ record }: { record: ChangedRecord }) {
  const name = useRecordName()(record);
  const resource = resourceNamed(record.resource);
  return resource && <RecordLink to={addresses.show(resource.name, record.recordId)} label={name} />;
}

interface RecordNamesProps {
  readonly records: readonly ChangedRecord[];
  /** The number of other records, which are not named. */
  readonly others?: number;
}

/** Renders the names of some records, and the number of others, as a list in the page's language. */
export function RecordNames({ records, others = 0 }: RecordNamesProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const nameOf = useRecordName();
  const names = records
    .filter(({ resource }) => resourceNamed(resource))
    .map((record) => {
      // One of several names is truncated in the text.
      const text = shortLabel(nameOf(record));
      return {
        text,
        node: <RecordLink to={addresses.show(record.resource, record.recordId)} label={text} />,
      };
    });
  const rest = others > 0 ? [t('manager.batches.others', { count: others })] : [];
  return listOf(language, [...names, ...rest]);
}

/** Returns the fields of which the records of a batch have different values since. */
export const differentFields = ({ changes, sharedFields = [] }: AuditChange): string[] =>
  Object.keys(changes).filter((name) => !sharedFields.includes(name));

/** Renders the names of changed fields, after the sentence of their change. */
export function ChangedFields({ change, names }: { change: AuditChange; names: readonly string[] }) {
  const { language } = useLanguage();
  const labels = useLabels();
  const resource = resourceNamed(change.resource);
  if (!resource || names.length === 0 || deedOf(change) !== 'update') return null;
  const fields = names.map((name) =>
    labels.field(resource, resource.fields[name] ?? { name, title: readable(name) }),
  );
  return (
    <span className={styles.fields}>
      <span className={styles.separator}>{' · '}</span>
      <bdi>{listOf(language, fields)}</bdi>
    </span>
  );
}

/** Renders that a change, or a batch, has been undone. */
export function UndoneBadge() {
  const { t } = useTranslation();
  return (
    <Badge tone="plain">
      <Undo2 size={14} aria-hidden="true" />
      {t('manager.changes.isUndone')}
    </Badge>
  );
}
