import type { Breakdown } from '@bindery/contract/api/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { addresses, resourceNamed } from '../resource.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';

/** Renders how records are distributed over a reference, as bars that link to the filtered list. */
export function BreakdownPanel({ resource: name, field: fieldName, parts }: Breakdown) {
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
    >
      {parts.length === 0 && <p className={styles.soft}>{t('manager.dashboard.noData')}</p>}
      <ul className={styles.parts}>
        {parts.map((part) => (
          <li key={part.id}>
            <AppLink
              className={styles.part}
              to={`${addresses.list(name)}?${new URLSearchParams({ [fieldName]: part.id })}`}
            >
              <bdi>{nameOf(target, part)}</bdi>
              <span className={styles.number}>{new Intl.NumberFormat(language).format(part.total)}</span>
              <span
                className={styles.bar}
                style={{ inlineSize: `${(part.total / most) * 100}%` }}
                aria-hidden="true"
              />
            </AppLink>
          </li>
        ))}
      </ul>
    </DashboardPanel>
  );
}
