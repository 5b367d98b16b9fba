import { useTranslation } from 'react-i18next';
import { fieldsOf } from '#contract/resources/fields.ts';
import type { Order } from '#contract/schema/index.ts';
import { classNames } from '../../components/class-names.ts';
import select from '../../components/select.module.css';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import styles from './list-page.module.css';
import type { List } from './use-list.ts';

const idOf = (order: readonly Order[]) => order.map(({ field, direction }) => `${field} ${direction}`).join();

/** Renders the sort select on phones, where the table has no column headings. */
export function SortSelect({ list: { resource, order, ask } }: { list: List }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const fields = fieldsOf(resource).filter(({ sort }) => sort);
  const single = fields.flatMap(({ name: field }) =>
    (['asc', 'desc'] as const).map((direction): readonly Order[] => [{ field, direction }]),
  );
  // Several columns can be chosen only in a table, but their URL may be opened on a phone.
  const options = order.length > 1 ? [...single, order] : single;
  const textOf = (option: readonly Order[]) =>
    option.map(({ field: name, direction }) => {
      const field = fields.find((one) => one.name === name);
      const label = field ? labels.field(resource, field) : name;
      return `${label} (${t(direction === 'asc' ? 'manager.list.ascending' : 'manager.list.descending')})`;
    });
  return (
    <select
      className={classNames(select.select, styles.sort)}
      aria-label={t('manager.list.sortBy')}
      value={idOf(order)}
      onChange={({ target }) => ask({ order: options.find((option) => idOf(option) === target.value) ?? [] })}
    >
      {options.map((option) => (
        <option key={idOf(option)} value={idOf(option)}>
          {new Intl.ListFormat(language).format(textOf(option))}
        </option>
      ))}
    </select>
  );
}
