import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '#frontend/shell/components/button.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { withCode } from '#frontend/shell/developers/with-code.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { Page } from '../layout/page.tsx';
import { Jobs, Mails, Statements } from './activity.tsx';
import styles from './developers.module.css';
import { ResourceDetails } from './resource-details.tsx';
import { ResourceTable } from './resource-table.tsx';
import { ViewAs } from './view-as.tsx';

/** Renders the results of the entries, and the latest activity of the server. For developers. */
export function Component() {
  const { t } = useTranslation();
  const [searchParams] = useSearchParams();
  const name = searchParams.get('resource');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['developers'],
    queryFn: async () => (await api.developers.overview()).body,
    staleTime: 0,
  });
  const isKnown = data?.resources.some((resource) => resource.name === name);
  return (
    <Page
      title={t('manager.menu.developers')}
      actions={
        <Button busy={isFetching} onClick={() => refetch()}>
          {t('developers.page.refresh')}
        </Button>
      }
    >
      <div className={styles.page}>
        <p className={styles.intro}>
          <span>{withCode(t('developers.page.intro'))}</span>
          <a href="/api/docs">{t('manager.menu.apiDocumentation')}</a>
          <a href="/outbox">{t('developers.page.outbox')}</a>
        </p>
        {isError && <p role="alert">{t('developers.page.failed')}</p>}
        {!data && !isError && <Skeleton block="20rem" />}
        {data && (
          <>
            <ViewAs accounts={data.accounts} />
            <ResourceTable resources={data.resources} current={name} />
            {name && isKnown && <ResourceDetails key={name} name={name} overview={data} />}
            {name && !isKnown && <p role="alert">{t('developers.page.unknown', { name })}</p>}
            <Statements statements={data.statements} title={t('developers.page.statements.title')} />
            <Mails mails={data.mails} />
            <Jobs jobs={data.jobs} schedules={data.schedules} title={t('developers.page.jobs.title')} />
          </>
        )}
      </div>
    </Page>
  );
}
