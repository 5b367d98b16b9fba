import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Order, ResourceField } from '@bindery/contract/schema/index.ts';
import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { Popover } from '#frontend/shell/components/popover.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import styles from './sort-select.module.css';
import type { List } from './use-list.ts';

/** Renders the choice of the sort columns on phones, where the table has no column headings. */
export function SortSelect({ list }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, order } = list;
  const fields = fieldsOf(resource).filter(({ sort }) => sort);
  const [first] = order;
  const field = fields.find(({ name }) => name === first?.field);
  // Without space for the word, the icon alone says what the button is for.
  const SortIcon = first?.direction === 'desc' ? ArrowDownWideNarrow : ArrowUpNarrowWide;
  return (
    <div className={styles.sort}>
      <Popover
        button={
          <>
            <SortIcon size={18} aria-hidden="true" />
            <span className={styles.current}>
              {field ? labels.field(resource, field) : t('manager.sorting.open')}
            </span>
            {order.length > 1 && <Place place={order.length} plus />}
            <span className="only-for-screen-readers">{t('manager.list.sortBy')}</span>
          </>
        }
        buttonClassName={styles.open}
        label={t('manager.list.sortBy')}
      >
        <h2 className={styles.title}>{t('manager.list.sortBy')}</h2>
        <ul>
          {fields.map((one) => (
            <Line key={one.name} list={list} field={one} />
          ))}
        </ul>
      </Popover>
    </div>
  );
}

/**
 * Renders a column that can be sorted by: it becomes the last sort column, then is reversed, and is removed by a
 * button of its own.
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

/** Renders the place of a sort column, or the number of further ones. */
function Place({ place, plus = false }: { place: number; plus?: boolean }) {
  const { language } = useLanguage();
  const number = new Intl.NumberFormat(language);
  return <span className={styles.place}>{plus ? `+${number.format(place - 1)}` : number.format(place)}</span>;
}
