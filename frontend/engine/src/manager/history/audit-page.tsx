import type { AuditChange } from '@bindery/contract/api/history.ts';
import type { ErrorBody } from '@bindery/contract/records/errors.ts';
import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';
import {
  Archive,
  ArchiveRestore,
  CloudOff,
  Download,
  History,
  Layers,
  Pencil,
  Plus,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { FiltersLabel } from '#frontend/shell/components/filters-label.tsx';
import { FormDialog } from '#frontend/shell/components/form-dialog.tsx';
import { Popover } from '#frontend/shell/components/popover.tsx';
import { SearchField } from '#frontend/shell/components/search-field.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { useFocusOnNewRows } from '#frontend/shell/components/use-focus-on-new-rows.ts';
import { api } from '#frontend/shell/http/api.ts';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { formatDateTime, formatTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { undoBatch } from '../batches/batch-jobs.ts';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { createIdempotencyKeys } from '../refine/idempotency-keys.ts';
import { queryClient } from '../refine/query-client.ts';
import { resourceNamed } from '../resource.ts';
import styles from './audit.module.css';
import { AuditFilters, useAudit, useAuditFilters } from './audit-filters.tsx';
import { ApiKeyLink } from './author.tsx';
import { ACTION_NAMES, BatchEffects } from './batch-effects.tsx';
import { ChangeLine, withDayTitles } from './change-line.tsx';
import {
  ChangedFields,
  ChangeSentence,
  deedOf,
  differentFields,
  representsBatch,
  UndoneBadge,
} from './change-sentence.tsx';

/** Renders the history of all resources: who changed what and when, filtered, with an export. */
export function Component() {
  const { t } = useTranslation();
  const filters = useAuditFilters();
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useAudit(filters.query);
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  const { language } = useLanguage();
  const batch = filters.get('batch');
  const [newest] = changes;
  const focusNewRows = useFocusOnNewRows({
    count: changes.length,
    more: hasNextPage,
    rowAt: (index) => `[data-changes] > li:nth-child(${index + 1})`,
  });
  const loadMore = () => {
    focusNewRows();
    void fetchNextPage();
  };
  return (
    <Page
      title={t('manager.history.title')}
      actions={
        !(data && changes.length === 0) && (
          <a
            className={buttonClass('secondary')}
            href={api.history.export.url({ query: filters.query })}
            download
          >
            <Download size={16} aria-hidden="true" />
            {t('manager.changes.export')}
          </a>
        )
      }
    >
      <div className={styles.tools} data-list-tools>
        <SearchField
          className={styles.search}
          label={t('manager.changes.search')}
          clearLabel={t('manager.list.clearSearch')}
          term={filters.get('label')}
          onChange={(term) => filters.set('label', term)}
        />
        <Popover
          label={t('manager.filters.open')}
          button={<FiltersLabel count={filters.count}>{t('manager.filters.open')}</FiltersLabel>}
        >
          <h2 className={styles.title}>{t('manager.filters.open')}</h2>
          <AuditFilters filters={filters} changes={changes} />
        </Popover>
        {filters.isFiltered && (
          <Button variant="quiet" onClick={filters.clear}>
            {t('manager.filters.clear')}
          </Button>
        )}
      </div>
      {!data && !isError && <Skeleton block="24rem" />}
      {isError && (
        <EmptyState icon={CloudOff} title={t('manager.history.failed')}>
          <Button onClick={() => refetch()}>{t('common.tryAgain')}</Button>
        </EmptyState>
      )}
      {data && changes.length === 0 && (
        <EmptyState
          icon={History}
          title={t(filters.isFiltered ? 'manager.list.noMatch' : 'manager.history.none')}
        >
          {!filters.isFiltered && <p className="text-muted">{t('manager.history.noneHint')}</p>}
        </EmptyState>
      )}
      {batch !== '' && newest?.batchSize !== undefined && (
        <p className={styles.batch}>
          <ChangeSentence change={newest} isPlain />
          <BatchUndo change={newest} />
        </p>
      )}
      {changes.length > 0 && (
        <ol className={styles.changes} data-changes="">
          {withDayTitles(changes, { language, timeOf: ({ at }) => at }).map(({ item, day }) => (
            <AuditRow key={item.id} change={item} isAlone={batch !== ''} day={day} />
          ))}
        </ol>
      )}
      {hasNextPage && !isError && (
        <div className={styles.more}>
          <Button busy={isFetching} onClick={loadMore}>
            {t('manager.list.loadMore')}
          </Button>
        </div>
      )}
    </Page>
  );
}

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
  /** The title of its day, if it is the first of the day. */
  readonly day: string | undefined;
}

/**
 * Renders one change of any record: which, by whom, when, and the values before and after; or a whole batch.
 */
function AuditRow({ change, isAlone, day }: AuditRowProps) {
  const { language } = useLanguage();
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = resourceNamed(change.resource);
  if (!resource) return null;
  const { action, at } = change;
  const isBatch = !isAlone && representsBatch(change);
  const deed = deedOf(change, isBatch);
  const Icon = ICONS[deed];
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
        {isBatch ? <BatchUndo change={change} /> : change.undone && <UndoneBadge className={styles.state} />}
        <span className={styles.meta}>
          {!isBatch && `${labels.singular(resource)} · `}
          <time dateTime={at} title={formatDateTime(language, at)}>
            {formatTime(language, at)}
          </time>
        </span>
      </div>
    </li>
  );
}

/** Returns whether the user has made a change themselves; users cannot undo batches of others. */
function isOwn({ actor, impersonator }: AuditChange): boolean {
  const session = currentSession();
  const self = session?.impersonatedBy ?? session?.user.id;
  const author = impersonator ?? actor;
  // Users who may not read users do not see the author: the server decides.
  return author === null || author.id === self;
}

/**
 * Renders the button that undoes all changes of a batch, after a confirmation, or that they have been undone.
 * Nothing for another user's batch.
 */
function BatchUndo({ change }: { change: AuditChange }) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const { batch, batchSize = 1, batchUndone } = change;
  if (batchUndone) return <UndoneBadge className={styles.state} />;
  if (batch === null || !isOwn(change)) return null;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t('manager.batches.undoAll')}
      </Button>
      {asks && <UndoBatchDialog batch={batch} count={batchSize} onClose={() => setAsks(false)} />}
    </>
  );
}

interface UndoBatchDialogProps {
  readonly batch: string;
  readonly count: number;
  readonly onClose: () => void;
}

function UndoBatchDialog({ batch, count, onClose }: UndoBatchDialogProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const [keys] = useState(createIdempotencyKeys);

  async function explain(error: unknown): Promise<string> {
    const text = await describeError(error);
    const { record }: Partial<ErrorBody> = Object(error instanceof HttpError && error.body);
    const resource = resourceNamed(record?.resource);
    return record && resource ? `${labels.singular(resource)} ${nameOf(resource, record)}: ${text}` : text;
  }

  async function undo() {
    const isDone = await undoBatch(batch, keys);
    onClose();
    if (!isDone) return;
    await Promise.all([queryClient.invalidateQueries(), notify('success', t('manager.table.undone'))]);
  }

  return (
    <FormDialog
      title={t('manager.batches.question', { count })}
      action={t('manager.batches.undoAll')}
      onSubmit={undo}
      explain={explain}
      onClose={onClose}
    >
      <p>{t(count > MAX_BATCH_SIZE ? 'manager.batches.inPortions' : 'manager.batches.text')}</p>
    </FormDialog>
  );
}
