import { CloudOff, Download, History, ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { Popover } from '#frontend/shell/components/popover.tsx';
import { SearchField } from '#frontend/shell/components/search-field.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { useFocusOnNewRows } from '#frontend/shell/components/use-focus-on-new-rows.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { Page } from '../layout/page.tsx';
import styles from './audit.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { withDayTitles } from './day-title.ts';
import { UndoBatch } from './undo-batch.tsx';
import { useAudit, useAuditFilters } from './use-audit.ts';

/** Renders the history of all resources: who changed what and when, filtered, with an export. */
export function Component() {
  const { t } = useTranslation();
  const filters = useAuditFilters();
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useAudit(filters.query);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const { language } = useLanguage();
  const batch = filters.get('batch');
  const [newest] = entries;
  const focusNewRows = useFocusOnNewRows({
    count: entries.length,
    more: hasNextPage,
    rowAt: (index) => `[data-entries] > li:nth-child(${index + 1})`,
  });
  const loadMore = () => {
    focusNewRows();
    void fetchNextPage();
  };
  return (
    <Page
      title={t('manager.history.title')}
      actions={
        <a className={buttonClass('secondary')} href={`/api/history/export?${filters.query}`} download>
          <Download size={16} aria-hidden="true" />
          {t('manager.changes.export')}
        </a>
      }
    >
      <div className={styles.tools}>
        <SearchField
          className={styles.search}
          label={t('manager.changes.search')}
          clearLabel={t('manager.list.clearSearch')}
          term={filters.get('label')}
          onChange={(term) => filters.set('label', term)}
        />
        <Popover
          label={t('manager.filters.open')}
          button={
            <>
              <ListFilter size={18} aria-hidden="true" />
              {t('manager.filters.open')}
              {filters.count > 0 && <span className={styles.badge}>{filters.count}</span>}
            </>
          }
        >
          <AuditFilters filters={filters} entries={entries} />
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
      {data && entries.length === 0 && (
        <EmptyState
          icon={History}
          title={t(filters.isFiltered ? 'manager.list.noMatch' : 'manager.history.none')}
        />
      )}
      {batch !== '' && newest?.batchSize !== undefined && (
        <p className={styles.batch}>
          {t('manager.batches.changes', { count: newest.batchSize })}
          <UndoBatch batch={batch} count={newest.batchSize} madeBy={newest} />
        </p>
      )}
      {entries.length > 0 && (
        <ol className={styles.entries} data-entries="">
          {withDayTitles(entries, { language, timeOf: ({ at }) => at }).map(({ item, day }) => (
            <AuditRow key={item.id} entry={item} standsAlone={batch !== ''} day={day} />
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
