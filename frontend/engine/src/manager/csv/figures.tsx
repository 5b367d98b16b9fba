import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './figures.module.css';

/** A number of records, and what it means. */
interface Figure {
  readonly label: string;
  readonly count: number;
  readonly icon: LucideIcon;
  /** Good results are green, and records to be corrected are red. */
  readonly tone: 'good' | 'bad' | 'plain';
}

/** Renders the result of a step in figures, which screen readers announce. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <dl className={styles.figures}>
        {figures.map(({ label, count, icon: Icon, tone }) => (
          <div key={label} className={styles.figure} data-tone={tone}>
            <dt>
              <Icon size={18} aria-hidden="true" />
              {label}
            </dt>
            <dd>{t('csv.number', { number: count })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
