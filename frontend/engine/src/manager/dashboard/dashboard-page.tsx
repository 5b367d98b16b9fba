import type { Dashboard, ResourceTotal } from '@bindery/contract/api/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { CustomPage } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { iconOf, overridesOf } from '../overrides.ts';
import { addresses, resourceGroups, resourcesFor } from '../resource.ts';
import { BreakdownPanel } from './breakdown-panel.tsx';
import styles from './dashboard.module.css';
import { LatestChanges } from './latest-changes.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
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
    queryFn: async () => (await api.dashboard.read()).body,
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

/** Renders the number of records of each resource, in menu order; each figure links to its list. */
function Totals({ totals }: { totals: readonly ResourceTotal[] }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  return (
    <ul className={styles.totals}>
      {[...resourceGroups().values()].flat().map((resource) => {
        const { name } = resource;
        const figures = totals.find((one) => one.resource === name);
        if (!figures) return null;
        const Icon = iconOf(name);
        return (
          <li key={name}>
            <AppLink className={styles.total} to={addresses.list(name)}>
              <span className={styles.name}>
                <Icon size={18} aria-hidden="true" />
                {labels.plural(resource)}
              </span>
              <span className={styles.figure}>{new Intl.NumberFormat(language).format(figures.total)}</span>
              {figures.created > 0 && figures.created < figures.total && (
                <span className={styles.more}>{t('manager.trends.new', { count: figures.created })}</span>
              )}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}
