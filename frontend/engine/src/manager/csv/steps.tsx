import { useTranslation } from 'react-i18next';
import styles from './steps.module.css';

/** The steps of an import, in order. */
const importStepNames = ['file', 'columns', 'check', 'import'] as const;
/** A step of an import. */
export type ImportStepName = (typeof importStepNames)[number];

/** Renders the steps of an import and marks the current one. */
export function Steps({ step }: { step: ImportStepName }) {
  const { t } = useTranslation();
  const present = importStepNames.indexOf(step);
  return (
    <ol className={styles.steps} aria-label={t('csv.import.steps.label')}>
      {importStepNames.map((name, place) => (
        <li
          key={name}
          className={styles.step}
          aria-current={place === present ? 'step' : undefined}
          data-past={place < present || undefined}
        >
          <span className={styles.number} aria-hidden="true">
            {t('csv.number', { number: place + 1 })}
          </span>
          <span className={styles.name}>{t(`csv.import.steps.${name}`)}</span>
        </li>
      ))}
    </ol>
  );
}
