import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './progress.module.css';

interface ProgressProps {
  label: string;
  /** Undefined until the number of records is known. */
  value: { readonly done: number; readonly total: number } | undefined;
}

/** Renders a progress bar with the numbers of records below it: "12,000 of 100,000". */
export function Progress({ label, value }: ProgressProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>{label}</label>
      <progress
        id={id}
        className={styles.bar}
        {...(value && { value: value.done, max: Math.max(value.total, 1) })}
      />
      <p className={styles.numbers}>{value && t('manager.progress', { ...value })}</p>
    </div>
  );
}
