import { useTexts } from '../i18n/use-texts.ts';
import styles from './skip-link.module.css';

/** The first stop of the keyboard: past the navigation, to the element with the id `content`. */
export function SkipLink() {
  const { t } = useTexts();
  return (
    <a className={styles.skip} href="#content">
      {t('common.skipToContent')}
    </a>
  );
}
