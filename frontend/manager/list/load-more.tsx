import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { useFocusOnNewRows } from '../../components/use-focus-on-new-rows.ts';
import styles from './list-page.module.css';
import type { List } from './use-list.ts';

/** Renders the button that loads the next page. */
export function LoadMore({ list: { items, more, loadMore } }: { list: List }) {
  const { t } = useTranslation();
  const focusNewRows = useFocusOnNewRows({
    count: items.length,
    more: more !== 'none',
    rowAt: (index) => `tbody [data-index="${index}"]`,
  });
  if (more === 'none') return null;
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
    </div>
  );
}
