import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './list-page.module.css';
import type { List } from './use-list.ts';

/** Renders the total, and how many rows are loaded, and tells screen readers when they change. */
export function ListCount({ list }: { list: List }) {
  const { t } = useTranslation();
  return (
    <p className={styles.count} role="status" aria-label={t('manager.list.count')}>
      <Count list={list} />
    </p>
  );
}

function Count({ list: { address, items, total, exact, state, outdated } }: { list: List }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
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
    </>
  );
}
