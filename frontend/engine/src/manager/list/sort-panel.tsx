import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Order, ResourceField } from '@bindery/contract/schema/index.ts';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import styles from './sort-panel.module.css';
import type { List } from './state/use-list.ts';

/** Renders the choice of the sort columns on phones, where the table has no column headings. */
export function SortPanel({ list }: { list: List }) {
  const fields = fieldsOf(list.resource).filter(({ sort }) => sort);
  return (
    <ul>
      {fields.map((field) => (
        <Line key={field.name} list={list} field={field} />
      ))}
    </ul>
  );
}

/**
 * Renders a sortable column: a press makes it the last sort column, then reverses it, and a separate button
 * removes it.
 */
function Line({ list: { resource, order, ask }, field }: { list: List; field: ResourceField }) {
  const { t } = useTranslation();
  const label = useLabels().field(resource, field);
  const place = order.findIndex((one) => one.field === field.name);
  const direction = order[place]?.direction;
  const reversed = (one: Order): Order => ({
    field: one.field,
    direction: one.direction === 'asc' ? 'desc' : 'asc',
  });
  const press = () => {
    if (place >= 0) ask({ order: order.map((one, at) => (at === place ? reversed(one) : one)) });
    else ask({ order: [...order, { field: field.name, direction: 'asc' }] });
  };
  return (
    <li className={styles.line}>
      <button type="button" className={styles.field} aria-pressed={place >= 0} onClick={press}>
        {place >= 0 && <Place place={place + 1} />} <bdi className={styles.label}>{label}</bdi>{' '}
        {direction && (
          <span className={styles.direction}>
            {t(direction === 'asc' ? 'manager.list.ascending' : 'manager.list.descending')}
            <Arrow direction={direction} />
          </span>
        )}
      </button>
      {place >= 0 && order.length > 1 && (
        <IconButton
          label={t('manager.sorting.remove', { field: label })}
          onClick={() => ask({ order: order.toSpliced(place, 1) })}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

function Arrow({ direction }: { direction: Order['direction'] | undefined }) {
  const Icon = direction === 'desc' ? ArrowDown : ArrowUp;
  return <Icon size={16} aria-hidden="true" />;
}

/** Renders the position of a sort column. */
function Place({ place }: { place: number }) {
  const { language } = useLanguage();
  return <span className={styles.place}>{new Intl.NumberFormat(language).format(place)}</span>;
}
