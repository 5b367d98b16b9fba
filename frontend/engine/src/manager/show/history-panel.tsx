import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { BodyOf } from '#frontend/shell/http/api.ts';
import { type PreloadedResponse, startingWith } from '../first-response.ts';
import { HistoryChanges } from '../history/history-changes.tsx';
import { apiOf, labelOf, type ManagerRecord, useResource } from '../resource.ts';
import styles from './show-page.module.css';

/** Renders the history of a record: who changed what. */
export function HistoryPanel({ item }: { item: ManagerRecord }) {
  const resource = useResource();
  const { t } = useTranslation();
  const { history } = apiOf(resource.name);
  const request = { params: { id: item.id } };
  const { data, isError, refetch } = useQuery({
    // The key contains the time of the last change, so that each change refetches the history.
    queryKey: ['history', resource.name, item.id, item.updatedAt],
    queryFn: async () => (await history(request)).body,
    ...startingWith(history.url(request), ({ body }: PreloadedResponse<BodyOf<typeof history>>) => body),
  });
  const record = { resource, id: item.id, label: labelOf(resource, item), item };
  return (
    <HistorySection isEmpty={data?.length === 0}>
      {isError && (
        <>
          <p role="alert">{t('manager.history.failed')}</p>
          <Button action={() => refetch()}>{t('common.tryAgain')}</Button>
        </>
      )}
      {!data && !isError && <Skeleton block="8rem" />}
      {data?.length === 0 && <p className="text-muted">{t('manager.history.none')}</p>}
      {data && data.length > 0 && <HistoryChanges changes={data} record={record} />}
    </HistorySection>
  );
}

/** Renders the box of the history beside the other parts of a record's page. */
export function HistorySection({ isEmpty = false, children }: { isEmpty?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className={styles.history} data-empty={isEmpty || undefined} aria-labelledby="history">
      <h2 id="history">{t('manager.history.title')}</h2>
      {children}
    </section>
  );
}
