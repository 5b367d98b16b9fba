import { useTranslation } from 'react-i18next';
import styles from './brand.module.css';

/** Renders the product's logo and name. */
export function Brand() {
  const { t } = useTranslation();
  return (
    <span className={styles.brand}>
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path
          d="M16 10.5c-2.2-1.7-5-2.3-8-2.3v13.6c3 0 5.8.6 8 2.3m0-13.6c2.2-1.7 5-2.3 8-2.3v13.6c-3 0-5.8.6-8 2.3m0-13.6v13.6"
          fill="none"
          stroke="var(--accent-ink)"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {t('common.product')}
    </span>
  );
}
