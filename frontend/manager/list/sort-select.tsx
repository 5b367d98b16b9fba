import { useTranslation } from 'react-i18next';
import { classNames } from '../../components/class-names.ts';
import select from '../../components/select.module.css';
import { useLabels } from '../labels.ts';
import styles from './list-page.module.css';
import type { List } from './use-list.ts';

/** Renders the sort select on phones, where the table has no column headings. */
export function SortSelect({ list: { resource, order, ask } }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const fields = Object.values(resource.fields).filter(({ sort }) => sort);
  const own = Object.values(resource.own).find(({ name }) => name === order.field);
  if (fields.length === 0) return null;
  return (
    <select
      className={classNames(select.select, styles.sort)}
      aria-label={t('manager.list.sortBy')}
      value={`${order.field} ${order.direction}`}
      onChange={(event) => {
        const [field = '', direction] = event.target.value.split(' ');
        ask({ order: { field, direction: direction === 'desc' ? 'desc' : 'asc' } });
      }}
    >
      {[...fields, ...(own ? [own] : [])].flatMap((field) =>
        (['asc', 'desc'] as const).map((direction) => (
          <option key={field.name + direction} value={`${field.name} ${direction}`}>
            {`${labels.field(resource, field)} (${t(direction === 'asc' ? 'manager.list.ascending' : 'manager.list.descending')})`}
          </option>
        )),
      )}
    </select>
  );
}
