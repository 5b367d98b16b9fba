import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import styles from './list-page.module.css';
import type { List } from './state/use-list.ts';

/** Renders the total and how many rows are loaded, and announces changes to screen readers. */
export function ListCount({ list }: { list: List }) {
  const { t } = useTranslation();
  return (
    <p className={styles.count} role="status" aria-label={t('manager.list.count')}>
      <Count list={list} />
    </p>
  );
}

function Count({ list }: { list: List }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { address, items, total, exact, state, outdated } = list;
  // The total of the previous query does not apply to this one.
  if (state !== 'ready' || total === 0 || outdated) return null;
  const formattedTotal = `${new Intl.NumberFormat(language).format(total)}${exact ? '' : '+'}`;
  const { searchTerm } = address;
  return (
    <>
      {searchTerm !== '' && (
        <span>{t('manager.list.results', { count: total, total: formattedTotal, searchTerm })}</span>
      )}
      <span>{t('manager.list.showing', { count: items.length, total: formattedTotal })}</span>
      <Order list={list} />
    </>
  );
}

/** Renders the first sort column on phones, where no heading shows it. */
function Order({ list: { resource, order } }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const [first] = order;
  const field = fieldsOf(resource).find(({ name }) => name === first?.field);
  if (!first || !field) return null;
  const isDescending = first.direction === 'desc';
  const Icon = isDescending ? ArrowDown : ArrowUp;
  return (
    <span className={styles.order}>
      <span aria-hidden="true">·</span>
      <span className="only-for-screen-readers">{t('manager.list.sortBy')} </span>
      <bdi>{labels.field(resource, field)}</bdi>
      <Icon size={14} aria-hidden="true" />
      <span className="only-for-screen-readers">
        {t(isDescending ? 'manager.list.descending' : 'manager.list.ascending')}
      </span>
    </span>
  );
}
