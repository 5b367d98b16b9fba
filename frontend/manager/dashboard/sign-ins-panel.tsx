import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#contract/dashboard.ts';
import { dayStyle } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { AppLink } from '../../layout/app-link.tsx';
import { addresses, resourcesFor } from '../resource.ts';
import styles from './dashboard.module.css';
import { Trend } from './trend.tsx';

type SignIns = Dashboard['signIns'];

const height = 120;
const step = 10;

/** Renders the sign-ins of the last days as a bar chart, and as a table for screen readers. */
export function SignInsPanel({ signIns, before }: { signIns: SignIns; before: number }) {
  const { t } = useTranslation();
  const total = signIns.reduce((sum, { count }) => sum + count, 0);
  const hasUsers = resourcesFor('read').some(({ name }) => name === 'users');
  return (
    <section className={styles.panel} aria-labelledby="sign-ins">
      <header className={styles.head}>
        <h2 id="sign-ins">{t('manager.dashboard.signIns')}</h2>
        {hasUsers && <AppLink to={addresses.list('users')}>{t('manager.dashboard.toUsers')}</AppLink>}
      </header>
      <p>
        <Trend text={t('manager.dashboard.signInsTotal', { count: total })} now={total} before={before} />
      </p>
      <Bars signIns={signIns} />
      <Table signIns={signIns} />
    </section>
  );
}

function Bars({ signIns }: { signIns: SignIns }) {
  const { language } = useLanguage();
  const most = Math.max(1, ...signIns.map(({ count }) => count));
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const [first, last] = [signIns[0], signIns.at(-1)];
  return (
    <div className={styles.plot} aria-hidden="true">
      <span className={styles.most}>{new Intl.NumberFormat(language).format(most)}</span>
      <svg viewBox={`0 0 ${signIns.length * step} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {signIns.map(({ day: key, count }, place) => {
          const bar = count === 0 ? 1 : Math.max(3, (count / most) * height);
          return (
            <rect key={key} x={place * step + 1} y={height - bar} width={step - 2} height={bar} rx={1}>
              <title>{`${day.format(new Date(key))}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      {first && last && (
        <p className={styles.axis}>
          <span>{day.format(new Date(first.day))}</span>
          <span>{day.format(new Date(last.day))}</span>
        </p>
      )}
    </div>
  );
}

function Table({ signIns }: { signIns: SignIns }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: dayStyle(language), timeZone: 'UTC' });
  return (
    <div className="only-for-screen-readers">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('manager.dashboard.day')}</th>
            <th scope="col">{t('manager.dashboard.signIns')}</th>
          </tr>
        </thead>
        <tbody>
          {signIns.map(({ day: key, count }) => (
            <tr key={key}>
              <th scope="row">{day.format(new Date(key))}</th>
              <td>{new Intl.NumberFormat(language).format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
