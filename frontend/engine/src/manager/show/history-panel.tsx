import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#frontend/shell/browser/use-hydrated.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { BodyOf } from '#frontend/shell/http/api.ts';
import { formatDate, formatDateTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { type PreloadedResponse, startingWith } from '../first-response.ts';
import styles from '../history/history.module.css';
import { HistoryChanges } from '../history/history-changes.tsx';
import { apiOf, labelOf, type ManagerRecord, useResource } from '../resource.ts';

/** Renders the history of a record: who changed what, when it was created, and when it was last changed. */
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
    <section className={styles.panel} aria-labelledby="history">
      <h2 id="history">{t('manager.history.title')}</h2>
      {isError && (
        <>
          <p role="alert">{t('manager.history.failed')}</p>
          <Button onClick={() => refetch()}>{t('common.tryAgain')}</Button>
        </>
      )}
      {!data && !isError && <Skeleton block="8rem" />}
      {data?.length === 0 && (
        <div className={styles.none}>
          <p>{t('manager.history.none')}</p>
          <p>{t('manager.history.noneHint')}</p>
        </div>
      )}
      {data && data.length > 0 && <HistoryChanges changes={data} record={record} />}
      <p className={styles.times}>
        <Time label={t('manager.show.created')} at={String(item.createdAt)} />
        <Time label={t('manager.show.updated')} at={String(item.updatedAt)} />
      </p>
    </section>
  );
}

/** Renders a time with its label: the day on a screen, with the hour on paper. */
function Time({ label, at }: { label: string; at: string }) {
  const { language } = useLanguage();
  // A line as high, which another element with the whole text replaces: beside a part of it, the rest would
  // shift.
  if (!useHydrated()) return <span key="placeholder">{'\u00a0'}</span>;
  const exact = formatDateTime(language, at);
  return (
    <span className={styles.timeLine}>
      {label}{' '}
      <time dateTime={at} title={exact} data-exact={exact}>
        <span>{formatDate(language, at)}</span>
      </time>
    </span>
  );
}
