import { useTranslation } from 'react-i18next';
import { filterable } from '#contract/resources/list-address.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import styles from './filters.module.css';
import type { List } from './use-list.ts';

/**
 * Renders a placeholder while the filter inputs are loading, of the same size, so that the list moves only
 * once.
 */
export function FiltersPlaceholder({ list: { resource } }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  return (
    <div className={styles.panel} role="status" aria-label={t('common.loading')}>
      <div className={styles.fields} aria-hidden="true">
        {filterable(resource).map((field) => (
          <Place key={field.name} label={labels.field(resource, field)} field={field} />
        ))}
      </div>
      <div className={styles.actionsPlace} />
    </div>
  );
}

function Place({ label, field: { kind, operators } }: { label: string; field: ResourceField }) {
  const { t } = useTranslation();
  const inputs = fieldComponents(kind).filters.filter(({ operator }) => operators.includes(operator));
  return (
    <div className={styles.filter}>
      <p className={styles.legend}>{label}</p>
      <div className={styles.inputs}>
        {inputs.map(({ operator }) => (
          <div key={operator}>
            <p className={styles.label}>{t(`manager.filters.${operator}`)}</p>
            <Skeleton block="var(--target)" />
          </div>
        ))}
      </div>
      {operators.includes('null') && <div className={styles.empty} />}
    </div>
  );
}
