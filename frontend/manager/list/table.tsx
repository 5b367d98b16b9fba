import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { AppLink } from '../../layout/app-link.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { addresses, labelOf, type ManagerRecord } from '../resource.ts';
import styles from './table.module.css';
import type { List } from './use-list.ts';

const columnsOf = (resource: Resource): ResourceField[] =>
  resource.list.map((name) => resource.fields[name]!);

/**
 * Renders the rows of a list; each contains a real link to its record. On phones every row is a card. A plain
 * table, because antd's is larger than the rest of the page together.
 */
export function Table({ list }: { list: List }) {
  const labels = useLabels();
  const { resource, items } = list;
  const columns = columnsOf(resource);
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={labels.plural(resource)} aria-busy={list.outdated}>
        <thead>
          <tr>
            {columns.map((field) => (
              <Heading key={field.name} list={list} field={field} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className={styles.row}>
              {columns.map((field, column) => (
                <Cell key={field.name} resource={resource} field={field} item={item} first={column === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ list: { resource, order, ask }, field }: { list: List; field: ResourceField }) {
  const labels = useLabels();
  const label = labels.field(resource, field);
  const current = order.field === field.name ? order.direction : undefined;
  const next = current === 'asc' ? 'desc' : 'asc';
  const Icon = current === 'desc' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-at-end={fieldComponents(field.kind).atEnd}
      {...(current && { 'aria-sort': current === 'asc' ? 'ascending' : 'descending' })}
    >
      {field.sort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => ask({ order: { field: field.name, direction: next } })}
        >
          {label}
          <Icon
            className={styles.direction}
            data-current={current !== undefined}
            size={14}
            aria-hidden="true"
          />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

interface CellProps {
  resource: Resource;
  field: ResourceField;
  item: ManagerRecord;
  first: boolean;
}

function Cell({ resource, field, item, first }: CellProps) {
  const labels = useLabels();
  const { Show, atEnd } = fieldComponents(field.kind);
  const value = item[field.name];
  const content =
    value === null || value === undefined ? (
      <span className={styles.empty}>{labels.none(resource, field) ?? <EmptyCell />}</span>
    ) : (
      <Show resource={resource} field={field} value={value} />
    );
  const isLabel = field.name === resource.label;
  const props = { 'data-label': labels.field(resource, field), 'data-at-end': atEnd };
  if (!first) return <td {...props}>{content}</td>;
  return (
    <th scope="row" className={styles.name} {...props}>
      <AppLink className={styles.link} to={addresses.show(resource.name, item.id)}>
        <bdi className={isLabel ? undefined : 'only-for-screen-readers'}>{labelOf(resource, item)}</bdi>
      </AppLink>
      {!isLabel && content}
    </th>
  );
}

function EmptyCell() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="only-for-screen-readers">{t('manager.list.empty')}</span>
    </>
  );
}

/** Renders placeholders for rows that are loading, of the same size. */
export function RowSkeletons({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  return (
    <div className={styles.skeletons} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={String(row)} className={styles.skeleton}>
          {resource.list.map((name, column) => (
            <Skeleton key={name} inline={column === 0 ? '70%' : '50%'} />
          ))}
        </div>
      ))}
    </div>
  );
}
