import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './filters-label.module.css';
import { formatNumber } from './numbers.ts';

interface FiltersLabelProps {
  /** The number of active filters. */
  readonly count: number;
  /** What screen readers say instead of the number. */
  readonly spoken?: string;
}

/** Renders the content of a button that opens filters, with the number of active ones. */
export function FiltersLabel({ count, spoken }: FiltersLabelProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return (
    <>
      <ListFilter size={18} aria-hidden="true" />
      <span className={styles.word}>{t('manager.filters.open')}</span>
      {count > 0 && (
        <>
          <span className={styles.badge} aria-hidden={spoken !== undefined}>
            {formatNumber(language, count)}
          </span>
          {spoken && <span className="only-for-screen-readers">{spoken}</span>}
        </>
      )}
    </>
  );
}
