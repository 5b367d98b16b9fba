import { useTranslation } from 'react-i18next';
import styles from './skip-link.module.css';

/** Renders the first focusable element: a link past the navigation, to the element with the id `content`. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={styles.skip} href="#content">
      {t('common.skipToContent')}
    </a>
  );
}
