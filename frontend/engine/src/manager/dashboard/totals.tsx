import type { ResourceTotal } from '@bindery/contract/api/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useLabels } from '../labels.ts';
import { iconOf } from '../overrides.ts';
import { addresses, resourceGroups } from '../resource.ts';
import styles from './dashboard.module.css';
import { Trend } from './trend.tsx';

/** Renders the number of records of each resource, in menu order; each figure links to its list. */
export function Totals({ totals }: { totals: readonly ResourceTotal[] }) {
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
              <Icon size={22} aria-hidden="true" />
              <span className={styles.figure}>{new Intl.NumberFormat(language).format(figures.total)}</span>
              <span className={styles.soft}>{labels.plural(resource)}</span>
              <Trend
                text={t('manager.trends.new', { count: figures.created })}
                now={figures.created}
                before={figures.createdBefore}
              />
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}
