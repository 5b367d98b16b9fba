import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { http } from '#frontend/shell/http/http.ts';
import { CustomPage } from '../custom-page.tsx';
import { Page } from '../layout/page.tsx';
import { overridesOf } from '../overrides.ts';
import { resourcesFor } from '../resource.ts';
import { BreakdownPanel } from './breakdown-panel.tsx';
import styles from './dashboard.module.css';
import { LatestChanges } from './latest-changes.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
import { Totals } from './totals.tsx';
import { UsersPanel } from './users-panel.tsx';

/** The first steps of an adopter, which builds do not have. */
const FirstSteps = import.meta.env.DEV
  ? lazy(() => import('#frontend/shell/developers/first-steps.tsx'))
  : null;

/** Renders the manager's dashboard: totals that link to their lists, and the latest activity. */
export function Component() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: ['dashboard'],
    queryFn: async () => (await http.get<Dashboard>('/api/dashboard')).data,
    staleTime: 0,
  });
  return (
    <Page title={t('manager.menu.dashboard')}>
      {FirstSteps && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      {data && <Figures dashboard={data} />}
      {!data && isError && (
        <EmptyState icon={CloudOff} title={t('manager.dashboard.failed')}>
          <Button onClick={() => refetch()}>{t('common.tryAgain')}</Button>
        </EmptyState>
      )}
      {!data && !isError && <DashboardSkeleton />}
    </Page>
  );
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { totals, signIns, signInsBefore, users, breakdowns, latest } = dashboard;
  return (
    <div className={styles.dashboard}>
      <Totals totals={totals} />
      <div className={styles.column}>
        {signInsBefore !== null && <SignInsPanel signIns={signIns} before={signInsBefore} />}
        <LatestChanges latest={latest} />
      </div>
      <div className={styles.column}>
        {users && <UsersPanel users={users} />}
        {breakdowns.map((breakdown) => (
          <BreakdownPanel key={`${breakdown.resource} ${breakdown.field}`} {...breakdown} />
        ))}
        <OwnPanels />
      </div>
    </div>
  );
}

/** Renders the sections of extensions, in the order of the resources. */
function OwnPanels() {
  return resourcesFor('read').map(({ name }) => {
    const { dashboard } = overridesOf(name);
    return dashboard && <CustomPage key={name} load={dashboard} props={{}} />;
  });
}

function DashboardSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.dashboard} role="status" aria-label={t('common.loading')}>
      <div className={styles.totals}>
        <Skeleton block="9rem" />
        <Skeleton block="9rem" />
        <Skeleton block="9rem" />
      </div>
      <Skeleton block="18rem" />
      <Skeleton block="18rem" />
    </div>
  );
}
