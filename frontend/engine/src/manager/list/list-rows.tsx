import { filterable } from '@bindery/contract/records/resources/list-address.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { CloudOff, SearchX } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { errorTexts } from '../field-errors.ts';
import { useLabels } from '../labels.ts';
import { iconOf } from '../overrides.ts';
import { addresses } from '../resource.ts';
import styles from './list-rows.module.css';
import { hasFewColumns, type ListTable, sharesOf } from './list-table.ts';
import { canSelect } from './row.tsx';
import { isFiltered, isNarrowed, type List } from './state/use-list.ts';
import { Table, type TableProps } from './table.tsx';

/** Renders the rows of a list: placeholders during loading, and the empty state without rows. */
export function ListRows(props: TableProps) {
  const { list } = props;
  if (list.state === 'loading') return <RowSkeletons {...props} />;
  // When a search is cleared, the field keeps the focus until the rows are there.
  const hasNone = list.state === 'ready' && !list.outdated && !isNarrowed(list.address);
  return list.state === 'failed' || list.items.length === 0 ? (
    <div data-empty={hasNone ? 'resource' : 'rows'} data-few-columns={hasFewColumns(props.table)}>
      <EmptyList list={list} />
    </div>
  ) : (
    <Table {...props} />
  );
}

/** Renders the headings, and placeholders of the same size for rows that are loading. */
function RowSkeletons({ list, table, density }: TableProps) {
  const { t } = useTranslation();
  const isSelectable = canSelect(list.resource);
  const columns = table.getVisibleLeafColumns();
  const widths = widthsOf(table);
  return (
    <div
      className={styles.skeletons}
      role="status"
      aria-label={t('common.loading')}
      data-density={density}
      data-few-columns={hasFewColumns(table)}
    >
      <div className={styles.head} aria-hidden="true">
        {isSelectable && <span className={styles.select} />}
        {columns.map(({ id, columnDef }, place) => (
          <span key={id} style={widths[place]} data-at-end={columnDef.meta!.atEnd}>
            {columnDef.meta!.label}
          </span>
        ))}
        <span className={styles.menu} />
      </div>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={String(row)} className={styles.row}>
          {isSelectable && <span className={styles.select} />}
          {columns.map(({ id, columnDef }, place) => (
            <span key={id} className={styles.cell} data-at-end={columnDef.meta!.atEnd}>
              <Skeleton inline={place === 0 ? '70%' : '50%'} />
            </span>
          ))}
          <span className={styles.menu} />
        </div>
      ))}
    </div>
  );
}

/** The usual width of a column that is as wide as its content, such as a date. */
const OF_CONTENT = '8.5rem';

/** Returns the widths that the columns will have, nearly. */
function widthsOf(table: ListTable): CSSProperties[] {
  const { sizes } = table.options.meta!;
  const columns = table.getVisibleLeafColumns();
  const shares = sharesOf(columns, sizes);
  return columns.map(({ id }, place) => {
    const inlineSize = shares[place];
    if (inlineSize) return { inlineSize };
    return { minInlineSize: sizes[id] ? `${sizes[id]}px` : OF_CONTENT };
  });
}

/** Renders the empty state of a list, with a button that helps in this case. */
function EmptyList({ list }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, address } = list;
  const { searchTerm, archived } = address;
  const clear = (change: Partial<typeof address>) => () => {
    list.ask(change);
    // The clicked button disappears together with the filters.
    document.querySelector<HTMLElement>('main [type=search]')?.focus();
  };
  if (list.state === 'failed')
    return (
      <EmptyState icon={CloudOff} title={t('manager.list.failed')}>
        <Rejection list={list} />
        {isRejection(list.error) && isNarrowed(address) ? (
          <Button onClick={clear({ filters: [], ids: [], searchTerm: '' })}>
            {t('manager.filters.clear')}
          </Button>
        ) : (
          <Button onClick={list.retry}>{t('common.tryAgain')}</Button>
        )}
      </EmptyState>
    );
  if (isNarrowed(address))
    return (
      <EmptyState
        icon={SearchX}
        title={t(searchTerm === '' ? 'manager.list.noMatch' : 'manager.list.noResults')}
        term={searchTerm}
      >
        <p className={styles.ways}>
          {searchTerm !== '' && (
            <Button onClick={clear({ searchTerm: '' })}>{t('manager.list.clearSearch')}</Button>
          )}
          {isFiltered(address) ? (
            <Button onClick={clear({ filters: [], ids: [] })}>{t('manager.filters.clear')}</Button>
          ) : (
            !archived && <NewRecord resource={resource} />
          )}
        </p>
      </EmptyState>
    );
  return (
    <EmptyState icon={iconOf(resource.name)} title={labels.message(resource, 'empty')}>
      {!archived && <FirstRecord resource={resource} />}
    </EmptyState>
  );
}

/** Renders the ways to the first records: the form and the import. */
function FirstRecord({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  if (!may(resource.singular, 'create')) return null;
  return (
    <>
      <p className={styles.hint}>{t('manager.list.emptyHint')}</p>
      <p className={styles.ways} data-first-record>
        <NewRecord resource={resource} variant="primary" />
        <AppLink className={buttonClass('secondary')} to={addresses.import(resource.name)}>
          {t('manager.csv.importFirst')}
        </AppLink>
      </p>
    </>
  );
}

/** Renders the link to the page of a new record, if the user may create one. */
function NewRecord({ resource, variant = 'quiet' }: { resource: Resource; variant?: 'primary' | 'quiet' }) {
  const labels = useLabels();
  if (!may(resource.singular, 'create')) return null;
  return (
    <AppLink className={buttonClass(variant)} to={addresses.create(resource.name)}>
      {labels.message(resource, 'new')}
    </AppLink>
  );
}

/** Returns whether the server rejects the request, so that a retry does not help. */
const isRejection = (error: unknown): error is HttpError =>
  error instanceof HttpError && [400, 413, 414, 431].includes(error.status);

/** Renders why the server rejects the filters or the search term: what is invalid about which of them. */
function Rejection({ list: { resource, error } }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  // Loads the texts of errors, too.
  const [general, setGeneral] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const show = (text: string) => isCurrent && setGeneral(text);
    if (isRejection(error)) void describeError(error).then(show);
    return () => {
      isCurrent = false;
    };
  }, [error]);
  if (!isRejection(error) || general === '') return null;
  const explain = errorTexts(resource, labels);
  const nameOf = (parameter: string) => {
    if (parameter === 'q') return t('manager.list.search');
    const fields = filterable(resource);
    const isOf = (name: string) => parameter === name || parameter.startsWith(`${name}_`);
    return fields.find(({ name }) => isOf(name))?.name ?? parameter;
  };
  const each = Object.entries(error.errors).map(([name, one]) => explain(nameOf(name), one));
  return <p role="alert">{each.length > 0 ? each.join(' ') : general}</p>;
}
