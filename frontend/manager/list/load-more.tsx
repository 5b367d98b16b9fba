import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../shell/button.tsx';
import styles from './list-page.module.css';
import type { List } from './use-list.ts';

/** Goes on from the last row. */
export function LoadMore({ list: { more, loadMore } }: { list: List }) {
  const { t } = useTexts();
  if (more === 'none') return null;
  return (
    <div className={styles.more}>
      {more === 'failed' && <p role="alert">{t('manager.list.failed')}</p>}
      <Button busy={more === 'loading'} onClick={loadMore}>
        {t(more === 'failed' ? 'common.tryAgain' : 'manager.list.loadMore')}
      </Button>
    </div>
  );
}
