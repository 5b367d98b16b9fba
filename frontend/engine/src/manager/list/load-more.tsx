import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { useFocusOnNewRows } from '#frontend/shell/components/use-focus-on-new-rows.ts';
import styles from './list-page.module.css';
import { PageSize } from './page-size.tsx';
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
