import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { ErrorMessage } from '#frontend/shell/layout/error-page.tsx';
import type { LoadedRecord } from './use-record.ts';

/**
 * Renders the placeholder of a record that is loading, or the error if it is missing, forbidden or failed to
 * load.
 */
export function RecordState({ record: { state, reload } }: { record: LoadedRecord }) {
  const { t } = useTranslation();
  if (state === 'missing') return <ErrorMessage kind="404" />;
  if (state === 'forbidden') return <ErrorMessage kind="403" />;
  if (state === 'failed')
    return (
      <EmptyState icon={CloudOff} title={t('manager.show.failed')}>
        <Button onClick={reload}>{t('common.tryAgain')}</Button>
      </EmptyState>
    );
  return <RecordPlaceholder />;
}

/** Renders the placeholder of a record. */
export function RecordPlaceholder() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton inline="18rem" block="4.5rem" />
      <br />
      <Skeleton block="16rem" />
    </div>
  );
}
