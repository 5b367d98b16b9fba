import { TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './dashboard.module.css';

interface TrendProps {
  /** The number of this period, in words. */
  text: string;
  now: number;
  before: number;
}

/**
 * Renders a number of the last 30 days, and its comparison with the 30 days before, if there is anything to
 * compare.
 */
export function Trend({ text, now, before }: TrendProps) {
  const { t } = useTranslation();
  const Icon = now < before ? TrendingDown : TrendingUp;
  return (
    <span className={styles.trend}>
      {before > 0 && now !== before && <Icon className={styles.arrow} size={16} aria-hidden="true" />}
      <span>{text}</span>
      {before > 0 && <span className={styles.before}>{t('manager.trends.before', { count: before })}</span>}
    </span>
  );
}
