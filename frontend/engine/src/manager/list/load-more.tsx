import { PAGE_SIZE, PAGE_SIZES } from '@bindery/contract/records/resources/list-address.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import select from '#frontend/shell/components/select.module.css';
import { useFocusOnNewRows } from '#frontend/shell/components/use-focus-on-new-rows.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './list-page.module.css';
import type { List } from './state/use-list.ts';

/** Renders the button that loads the next page. */
export function LoadMore({ list }: { list: List }) {
  const { items, more, loadMore } = list;
  const { t } = useTranslation();
  const focusNewRows = useFocusOnNewRows({
    count: items.length,
    more: more !== 'none',
    rowAt: (index) => `tbody [data-index="${index}"]`,
  });
  if (more === 'none')
    return (
      <div className={styles.more}>
        <PageSize list={list} />
      </div>
    );
  const press = () => {
    focusNewRows();
    loadMore();
  };
  return (
    <div className={styles.more}>
      {more === 'failed' && <p role="alert">{t('manager.list.failed')}</p>}
      <Button busy={more === 'loading'} onClick={press}>
        {t(more === 'failed' ? 'common.tryAgain' : 'manager.list.loadMore')}
      </Button>
      <PageSize list={list} />
    </div>
  );
}

/** Renders the choice of the page size; nothing for a list without further rows. */
function PageSize({ list: { address, total, state, ask } }: { list: List }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  if (state !== 'ready' || total <= PAGE_SIZE) return null;
  const format = new Intl.NumberFormat(language);
  return (
    <label className={styles.size}>
      {t('manager.rows.perPage')}
      <select
        className={select.select}
        value={address.size ?? PAGE_SIZE}
        onChange={({ target }) => ask({ size: Number(target.value) })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {format.format(size)}
          </option>
        ))}
      </select>
    </label>
  );
}
