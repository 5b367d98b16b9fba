import { ListFilter } from 'lucide-react';
import { useLanguage } from '../i18n/use-language.ts';
import styles from './filters-label.module.css';

interface FiltersLabelProps {
  /** What the button opens. */
  readonly children: string;
  /** The number of active filters. */
  readonly count: number;
  /** What screen readers say instead of the number. */
  readonly spoken?: string;
}

/** Renders the content of a button that opens filters, with the number of active ones. */
export function FiltersLabel({ children, count, spoken }: FiltersLabelProps) {
  const { language } = useLanguage();
  return (
    <>
      <ListFilter size={18} aria-hidden="true" />
      <span className={styles.word}>{children}</span>
      {count > 0 && (
        <>
          <span className={styles.badge} aria-hidden={spoken !== undefined}>
            {new Intl.NumberFormat(language).format(count)}
          </span>
          {spoken && <span className="only-for-screen-readers">{spoken}</span>}
        </>
      )}
    </>
  );
}
