import { CloudOff, Download, History, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { FiltersLabel } from '#frontend/shell/components/filters-label.tsx';
import { Popover } from '#frontend/shell/components/popover.tsx';
import { SearchField } from '#frontend/shell/components/search-field.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { useFocusOnNewRows } from '#frontend/shell/components/use-focus-on-new-rows.ts';
import { api } from '#frontend/shell/http/api.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { Page } from '../layout/page.tsx';
import styles from './audit.module.css';
import { AuditChips, AuditFilters, useAudit, useAuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { BatchUndo } from './batch-undo.tsx';
import { withDayTitles } from './change-line.tsx';
import { ChangeSentence } from './change-sentence.tsx';

/** Renders the history of all resources: who changed what and when, filtered, with an export. */
export function Component() {
  const { t } = useTranslation();
  const filters = useAuditFilters();
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useAudit(filters.query);
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  const { language } = useLanguage();
  const batch = filters.get('batch');
  const term = filters.get('label');
  const [newest] = changes;
  // As far as the page knows: the server decides about the others.
  const deleted = new Set(
    changes.filter(({ action, undone }) => action === 'delete' && !undone).map(({ recordId }) => recordId),
  );
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
          term={term}
          onChange={(term) => filters.set('label', term)}
        />
        <Popover
          label={t('manager.filters.open')}
          button={<FiltersLabel count={filters.count}>{t('manager.filters.open')}</FiltersLabel>}
        >
          <AuditFilters filters={filters} changes={changes} />
        </Popover>
      </div>
      <AuditChips filters={filters} changes={changes} />
      {!data && !isError && <Skeleton block="24rem" />}
      {isError && (
        <EmptyState icon={CloudOff} title={t('manager.history.failed')}>
          <Button action={() => refetch()}>{t('common.tryAgain')}</Button>
        </EmptyState>
      )}
      {data && changes.length === 0 && (
        <EmptyState
          icon={filters.isFiltered ? SearchX : History}
          title={t(
            term
              ? 'manager.list.noResults'
              : filters.isFiltered
                ? 'manager.list.noMatch'
                : 'manager.history.none',
          )}
          term={term}
        >
          {term && <Button onClick={() => filters.set('label', '')}>{t('manager.list.clearSearch')}</Button>}
          {filters.count > 0 && <Button onClick={filters.clear}>{t('manager.filters.clear')}</Button>}
          {!filters.isFiltered && <p className="text-muted">{t('manager.history.noneHint')}</p>}
        </EmptyState>
      )}
      {batch !== '' && newest?.batchSize !== undefined && (
        <div className={styles.batch}>
          <p>
            <ChangeSentence change={newest} isPlain />
          </p>
          <BatchUndo change={newest} variant="secondary" />
        </div>
      )}
      {changes.length > 0 && (
        <ol className={styles.changes} data-changes="">
          {withDayTitles(changes, language).map(({ item, day }) => (
            <AuditRow
              key={item.id}
              change={item}
              isAlone={batch !== ''}
              isGone={deleted.has(item.recordId)}
              day={day}
            />
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
