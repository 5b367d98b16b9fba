import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { dayStyle } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import page from '../layout/page.module.css';
import { formatNumber } from '../numbers.ts';
import { addresses, resourcesFor } from '../resource.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';

type SignIns = Dashboard['signIns'];

/** Loaded with its library, which is larger than the rest of the page. */
const SignInsPlot = lazy(() => import('./sign-ins-plot.tsx'));

/** Sign-ins on fewer days, in both periods, are not a chart. */
const MIN_DAYS = 3;

/** The height of the chart and its legend. */
const PLOT_HEIGHT = '16rem';

/** Renders the sign-ins of the last days as a chart, and as a table that can be expanded. */
export function SignInsPanel({ signIns, before }: { signIns: SignIns; before: number }) {
  const { t } = useTranslation();
  const total = signIns.reduce((sum, { count }) => sum + count, 0);
  const days = signIns.filter((day) => day.count + day.before > 0).length;
  const hasUsers = resourcesFor('read').some(({ name }) => name === 'users');
  return (
    <DashboardPanel
      title={t('manager.dashboard.signIns')}
      link={hasUsers && <AppLink to={addresses.list('users')}>{t('manager.dashboard.toUsers')}</AppLink>}
    >
      {days < MIN_DAYS ? (
        <p className="text-muted">
          {total > 0
            ? t('manager.dashboard.signInsTotal', { count: total })
            : t('manager.dashboard.signInsNone')}
        </p>
      ) : (
        <Plot signIns={signIns} total={total} before={before} />
      )}
    </DashboardPanel>
  );
}

/** Renders the chart and its table below the number of sign-ins, compared with the period before. */
function Plot({ signIns, total, before }: { signIns: SignIns; total: number; before: number }) {
  const { t } = useTranslation();
  const Icon = total < before ? TrendingDown : TrendingUp;
  return (
    <>
      <p>
        <span className={styles.trend}>
          {before > 0 && total !== before && (
            <Icon className="soft" size={16} data-mirrored aria-hidden="true" />
          )}
          <span>{t('manager.dashboard.signInsTotal', { count: total })}</span>
          {before > 0 && <span className="soft">{t('manager.trends.before', { count: before })}</span>}
        </span>
      </p>
      <Suspense fallback={<Skeleton block={PLOT_HEIGHT} />}>
        <SignInsPlot signIns={signIns} />
      </Suspense>
      <details className={`${page.disclosure} ${styles.asTable}`}>
        <summary>{t('manager.plot.table')}</summary>
        <Table signIns={signIns} />
      </details>
    </>
  );
}

function Table({ signIns }: { signIns: SignIns }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: dayStyle(language), timeZone: 'UTC' });
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('manager.dashboard.day')}</th>
            <th scope="col">{t('manager.plot.now')}</th>
            <th scope="col">{t('manager.plot.before')}</th>
          </tr>
        </thead>
        <tbody>
          {signIns.map(({ day: key, count, before }) => (
            <tr key={key}>
              <th scope="row">{day.format(new Date(key))}</th>
              <td>{formatNumber(language, count)}</td>
              <td>{formatNumber(language, before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
