import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';

/**
 * Reads the data of a section, and again when `call` changes; `first` is what has been read already. `data`
 * is undefined until the first response has arrived.
 */
export function useReading<Data>(call: () => Promise<Data>, first: Data | undefined) {
  const [data, setData] = useState(first);
  const [failed, setFailed] = useState(false);
  const isRead = useRef(first !== undefined);
  const reload = useCallback(async () => {
    setFailed(false);
    try {
      setData(await call());
    } catch {
      setFailed(true);
    }
  }, [call]);
  useEffect(() => {
    if (isRead.current) isRead.current = false;
    else reload();
  }, [reload]);
  return { data, failed, reload };
}

interface RowsProps {
  readonly reading: { readonly failed: boolean; readonly reload: () => void };
  /** None until they have been read. */
  readonly rows: readonly ReactNode[] | undefined;
  /** The texts for a failed call, and for an empty list. */
  readonly texts: { readonly failed: string; readonly none: string };
  /** The height of the placeholder, as a CSS size. */
  readonly block: string;
}

/** Renders the rows of a section, or instead of them a placeholder, a failure, or that there are none. */
export function Rows({ reading: { failed, reload }, rows, texts, block }: RowsProps) {
  const { t } = useTranslation();
  if (failed)
    return (
      <p role="alert">
        {texts.failed}{' '}
        <Button variant="quiet" onClick={reload}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  if (!rows) return <Skeleton block={block} />;
  return rows.length === 0 ? <p className="text-muted">{texts.none}</p> : <ul>{rows}</ul>;
}
