import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button } from '#frontend/shell/components/button.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { Page } from '../layout/page.tsx';
import { Jobs, Mails, Statements } from './activity.tsx';
import styles from './developers.module.css';
import { ResourceDetails } from './resource-details.tsx';
import { ResourceTable } from './resource-table.tsx';
import { ViewAs } from './view-as.tsx';

/**
 * Renders the results of the entries, and the latest activity of the server. For developers, so in English
 * only.
 */
export function Component() {
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
      title="Developers"
      actions={
        <Button busy={isFetching} onClick={() => refetch()}>
          Read again
        </Button>
      }
    >
      <div className={styles.page} lang="en" dir="ltr">
        <p>
          Only <code>npm run dev</code> has this page. See also <code>docs/README.md</code>, the{' '}
          <a href="/api/docs">API</a> and the <a href="/outbox">outbox</a>.
        </p>
        {isError && <p role="alert">The server has not answered.</p>}
        {!data && !isError && <Skeleton block="20rem" />}
        {data && (
          <>
            <ViewAs accounts={data.accounts} />
            <ResourceTable resources={data.resources} current={name} />
            {name && isKnown && <ResourceDetails key={name} name={name} overview={data} />}
            {name && !isKnown && <p role="alert">There is no resource {name}.</p>}
            <Statements statements={data.statements} title="Slowest statements" />
            <Mails mails={data.mails} />
            <Jobs jobs={data.jobs} schedules={data.schedules} title="Jobs" />
          </>
        )}
      </div>
    </Page>
  );
}
