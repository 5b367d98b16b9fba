import type { Breakdown, Dashboard, LatestChange, ResourceTotal } from '@bindery/contract/api/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { useNow } from '#frontend/shell/browser/use-now.ts';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { StartCard } from '#frontend/shell/developers/start-card.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { formatDateTime, formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { CustomPage } from '../custom-page.tsx';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { ChangedFields, ChangeSentence, representsBatch, UndoneBadge } from '../history/change-sentence.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { formatNumber } from '../numbers.ts';
import { iconOf, overridesOf } from '../overrides.ts';
import { addresses, resourceGroups, resourceNamed, resourcesFor } from '../resource.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';

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
      <StartCard />
      {data && <Figures dashboard={data} />}
      {!data && isError && (
        <EmptyState icon={CloudOff} title={t('manager.dashboard.failed')}>
          <Button action={() => refetch()}>{t('common.tryAgain')}</Button>
        </EmptyState>
      )}
      {!data && !isError && <DashboardSkeleton />}
    </Page>
  );
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { totals, signIns, signInsBefore, users, breakdowns, latest } = dashboard;
  const own = resourcesFor('read').flatMap(({ name }) => {
    const { dashboard: load } = overridesOf(name);
    return load ? [<CustomPage key={name} load={load} props={{}} />] : [];
  });
  const changes = <LatestChanges latest={latest} />;
  // Both columns have something.
  const isSecondFree = breakdowns.length + own.length === 0;
  return (
    <div className={styles.dashboard}>
      <Totals totals={totals} />
      <div className={styles.column}>
        {signInsBefore !== null && <SignInsPanel signIns={signIns} before={signInsBefore} />}
        {!isSecondFree && changes}
      </div>
      <div className={styles.column}>
        {users && <UsersPanel users={users} />}
        {breakdowns.map((breakdown) => (
          <BreakdownPanel key={`${breakdown.resource} ${breakdown.field}`} {...breakdown} />
        ))}
        {own}
        {isSecondFree && changes}
      </div>
    </div>
  );
}

function DashboardSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.dashboard} role="status" aria-label={t('common.loading')}>
      <Totals />
      <div className={styles.column}>
        <Skeleton block="18rem" />
      </div>
      <div className={styles.column}>
        <Skeleton block="18rem" />
      </div>
    </div>
  );
}

interface TotalsProps {
  /** Undefined while they are loading. */
  totals?: readonly ResourceTotal[];
}

/** Renders the number of records of each resource, in menu order; each figure links to its list. */
function Totals({ totals }: TotalsProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  return (
    <ul className={styles.totals}>
      {[...resourceGroups().values()].flat().map((resource) => {
        const { name } = resource;
        const figures = totals?.find((one) => one.resource === name);
        if (totals && !figures) return null;
        const Icon = iconOf(name);
        return (
          <li key={name}>
            <AppLink className={styles.total} to={addresses.list(name)}>
              <span className={styles.name}>
                <Icon size={18} aria-hidden="true" />
                {labels.plural(resource)}
              </span>
              <span className={styles.figure}>
                {figures ? formatNumber(language, figures.total) : <Skeleton inline="3rem" block="1.1em" />}
              </span>
              {figures && figures.created > 0 && figures.created < figures.total && (
                <span className="caption">{t('manager.trends.new', { count: figures.created })}</span>
              )}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}

/** Renders the latest created, changed and deleted records: who changed which fields of which record. */
function LatestChanges({ latest }: { latest: readonly LatestChange[] }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <DashboardPanel
      title={t('manager.dashboard.latest')}
      link={latest.length > 0 && <AppLink to="/manager/history">{t('manager.dashboard.toHistory')}</AppLink>}
    >
      {latest.length === 0 && (
        <div className="text-muted">
          <p>{t('manager.history.none')}</p>
          <p>{t('manager.history.noneHint')}</p>
        </div>
      )}
      <ul className={styles.changes}>
        {latest.map((change) => (
          <Change key={change.id} change={change} now={now} />
        ))}
      </ul>
    </DashboardPanel>
  );
}

function Change({ change, now }: { change: LatestChange; now: Date }) {
  const { language } = useLanguage();
  const { actor, at } = change;
  if (!resourceNamed(change.resource)) return null;
  const isUndone = representsBatch(change) ? change.batchUndone : change.undone;
  return (
    <li className={styles.change}>
      <Avatar name={actor?.label ?? ''} />
      <span className={styles.sentence}>
        <ChangeSentence change={change} />
        <ChangedFields change={change} names={Object.keys(change.changes)} />
      </span>
      <span className={styles.state}>
        {isUndone && <UndoneBadge />}
        <time className="text-muted" dateTime={at} title={formatDateTime(language, at)}>
          {formatRelative(language, at, now)}
        </time>
      </span>
    </li>
  );
}

/** Renders how records are distributed over a reference, as bars that link to the filtered list. */
function BreakdownPanel({ resource: name, field: fieldName, parts }: Breakdown) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const resource = resourceNamed(name);
  const field = resource?.fields[fieldName];
  const target = resourceNamed(field?.to);
  if (!resource || !field || !target) return null;
  const most = Math.max(...parts.map(({ total }) => total));
  return (
    <DashboardPanel
      title={t('manager.dashboard.breakdown', {
        records: labels.plural(resource),
        field: labels.field(resource, field).toLocaleLowerCase(language),
      })}
      link={
        parts.length === 0 &&
        may(resource.singular, 'create') && (
          <AppLink to={addresses.create(name)}>{labels.message(resource, 'new')}</AppLink>
        )
      }
    >
      {parts.length === 0 && <p className="text-muted">{t('manager.dashboard.noData')}</p>}
      <ul className={styles.parts}>
        {parts.map((part) => (
          <Part
            key={part.id}
            to={addresses.related(name, fieldName, part.id)}
            label={nameOf(target, part)}
            count={part.total}
          >
            <span
              className={styles.bar}
              style={{ '--share': `${(part.total / most) * 100}%` } as CSSProperties}
              aria-hidden="true"
            />
          </Part>
        ))}
      </ul>
    </DashboardPanel>
  );
}

interface PartProps {
  to: string;
  label: string;
  count: number;
  children?: ReactNode;
}

/** Renders a number of records as a link to their list. */
function Part({ to, label, count, children }: PartProps) {
  const { language } = useLanguage();
  return (
    <li>
      <AppLink className={styles.part} to={to}>
        <bdi>{label}</bdi>
        <span className={styles.number}>{formatNumber(language, count)}</span>
        {children}
      </AppLink>
    </li>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Renders the numbers of users who need attention, each as a link to the filtered list; nothing if there are
 * none.
 */
function UsersPanel({ users }: { users: NonNullable<Dashboard['users']> }) {
  const { t } = useTranslation();
  // The users whom the server counts: see `usersOf`. The list shows these filters as one chip; its code is
  // not loaded here.
  const late = `banned=false&createdAt_lte=${new Date(Date.now() - DAY_MS).toISOString()}`;
  const lines = [
    {
      text: t('manager.trends.notVerified'),
      count: users.notVerified,
      filter: `?emailVerified=false&${late}`,
    },
    {
      text: t('manager.trends.notOnboarded'),
      count: users.notOnboarded,
      filter: `?emailVerified=true&onboardedAt_null=true&${late}`,
    },
    { text: t('manager.trends.banned'), count: users.banned, filter: '?banned=true' },
  ].filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  return (
    <DashboardPanel title={t('manager.trends.attention')}>
      <ul className={styles.parts}>
        {lines.map(({ text, count, filter }) => (
          <Part key={text} to={addresses.list('users') + filter} label={text} count={count} />
        ))}
      </ul>
    </DashboardPanel>
  );
}
