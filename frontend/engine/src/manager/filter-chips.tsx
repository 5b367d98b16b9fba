import { X } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import styles from './filter-chips.module.css';

interface FilterChipsProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly count: number;
  readonly onClear: () => void;
  /** Elements of a list. */
  readonly children: ReactNode;
}

/** Renders the active filters of a list as chips, and the button that removes all of them. */
export function FilterChips({ ref, count, onClear, children }: FilterChipsProps) {
  const { t } = useTranslation();
  return (
    <div ref={ref} className={styles.chips}>
      <ul className={styles.list} aria-label={t('manager.filters.active', { count })}>
        {children}
      </ul>
      <Button variant="quiet" className={styles.clear} onClick={onClear}>
        {t('manager.filters.clearAll')}
      </Button>
    </div>
  );
}

interface FilterChipProps {
  /** What is filtered by, in the name of the button that removes the filter. */
  readonly filter: string;
  readonly onRemove: () => void;
  /** Attributes of the button that changes the filter. Without them, it can only be removed. */
  readonly opener?: ComponentProps<'button'>;
  /** The filter in words. */
  readonly children: ReactNode;
}

/** Renders an active filter, which can be removed. */
export function FilterChip({ filter, onRemove, opener, children }: FilterChipProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.chip}>
      {opener ? (
        <button type="button" {...opener} className={styles.edit}>
          {children}
        </button>
      ) : (
        <span className={styles.edit}>{children}</span>
      )}
      <button
        type="button"
        className={styles.remove}
        onClick={onRemove}
        aria-label={t('manager.filters.remove', { filter })}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

interface FilterWordsProps {
  readonly field: ReactNode;
  readonly operator?: ReactNode;
  readonly value?: ReactNode;
}

/** Renders the words of a filter: what is filtered by, how, and the value. */
export function FilterWords({ field, operator, value }: FilterWordsProps) {
  return (
    <>
      <span className="strong">{field}</span>{' '}
      {operator && (
        <>
          <span>{operator}</span>{' '}
        </>
      )}
      {value && <span className={styles.value}>{value}</span>}
    </>
  );
}
