import type { ReverseReference } from '@bindery/contract/records/resources/reverse-references.ts';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { SearchField } from '#frontend/shell/components/search-field.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { useFocusOnNewRows } from '#frontend/shell/components/use-focus-on-new-rows.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useLabels } from '../labels.ts';
import type { RecordPages } from '../refine/use-record-pages.ts';
import { addresses, type ManagerRecord } from '../resource.ts';
import { ofNew } from '../row-rights.ts';
import styles from './related.module.css';
import { RelatedRow } from './related-row.tsx';

interface RelatedRecordsProps {
  readonly reference: ReverseReference;
  /** The referenced record. */
  readonly item: ManagerRecord;
  readonly list: RecordPages;
  readonly searchTerm: string;
  readonly onSearch: (searchTerm: string) => void;
}

/** Renders the content of an open panel: search, links to add a record and to the list, and the records. */
export function RelatedRecords({ reference, item, list, searchTerm, onSearch }: RelatedRecordsProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, field } = reference;
  const filter = `?${new URLSearchParams({ [field.name]: item.id })}`;
  // A few records are easy to survey.
  const isSearchable = resource.search.length > 0 && (searchTerm !== '' || list.more !== 'none');
  return (
    <div className={styles.content}>
      <div className={styles.tools}>
        {isSearchable && (
          <SearchField
            className={styles.search}
            label={t('manager.recordPage.search', { records: labels.plural(resource) })}
            clearLabel={t('manager.list.clearSearch')}
            term={searchTerm}
            onChange={onSearch}
          />
        )}
        <AppLink className={buttonClass('quiet')} to={addresses.list(resource.name) + filter}>
          {t('manager.recordPage.openList')}
        </AppLink>
        {may(resource.singular, 'create') && !ofNew(resource).fields[field.name]?.readOnly && (
          <AppLink className={buttonClass('secondary')} to={addresses.create(resource.name) + filter}>
            <Plus size={16} aria-hidden="true" />
            {labels.message(resource, 'new')}
          </AppLink>
        )}
      </div>
      <Rows reference={reference} list={list} isSearched={searchTerm !== ''} />
    </div>
  );
}

interface RowsProps {
  readonly reference: ReverseReference;
  readonly list: RecordPages;
  readonly isSearched: boolean;
}

function Rows({ reference: { resource, field }, list, isSearched }: RowsProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const id = useId();
  const { items, state, more } = list;
  const focusNewRows = useFocusOnNewRows({
    count: items.length,
    more: more !== 'none',
    rowAt: (index) => `[id="${id}"] > li:nth-child(${index + 1})`,
  });
  if (state === 'loading') return <RowSkeletons />;
  if (state === 'failed')
    return (
      <div className={styles.more}>
        <p role="alert">{t('manager.list.failed')}</p>
        <Button onClick={list.retry}>{t('common.tryAgain')}</Button>
      </div>
    );
  if (items.length === 0)
    return (
      <p className={styles.none} role="status">
        {isSearched ? t('manager.list.noResults') : labels.message(resource, 'empty')}
      </p>
    );
  return (
    <>
      <ul id={id} className={styles.rows} aria-label={labels.plural(resource)}>
        {items.map((item) => (
          <RelatedRow key={item.id} resource={resource} reference={field} item={item} />
        ))}
      </ul>
      {more !== 'none' && (
        <div className={styles.more}>
          {more === 'failed' && <p role="alert">{t('manager.list.failed')}</p>}
          <Button
            busy={more === 'loading'}
            onClick={() => {
              focusNewRows();
              list.loadMore();
            }}
          >
            {t(more === 'failed' ? 'common.tryAgain' : 'manager.list.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}

function RowSkeletons() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {/* High, so that on a phone nothing visible shifts when the records arrive. */}
      <Skeleton block="40rem" />
    </div>
  );
}
