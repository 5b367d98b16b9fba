import type { ResourceTotal } from '@bindery/contract/api/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useLabels } from '../labels.ts';
import { iconOf } from '../overrides.ts';
import { addresses, resourceGroups } from '../resource.ts';
import styles from './dashboard.module.css';

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
