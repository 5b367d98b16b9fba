import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { useFocusOnNewRows } from '#frontend/shell/components/use-focus-on-new-rows.ts';
import type { RecordPages } from './use-record-pages.ts';

interface LoadMoreButtonProps {
  readonly list: RecordPages;
  /** Returns the selector of a row, from 0 on. */
  readonly rowAt: (index: number) => string;
  /** Rendered before the button, if there is one. */
  readonly children?: ReactNode;
}

/** Renders the button that loads the next page, if there is one, and whether loading it has failed. */
export function LoadMoreButton({ list, rowAt, children }: LoadMoreButtonProps) {
  const { t } = useTranslation();
  const { items, more, loadMore } = list;
  const focusNewRows = useFocusOnNewRows({ count: items.length, more: more !== 'none', rowAt });
  if (more === 'none') return null;
  return (
    <>
      {more === 'failed' && <p role="alert">{t('manager.list.failed')}</p>}
      {children}
      <Button
        busy={more === 'loading'}
        onClick={() => {
          focusNewRows();
          loadMore();
        }}
      >
        {t(more === 'failed' ? 'common.tryAgain' : 'manager.list.loadMore')}
      </Button>
    </>
  );
}
