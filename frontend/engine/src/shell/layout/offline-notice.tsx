import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../browser/offline.ts';
import styles from './offline-notice.module.css';

/** Renders a notice while the browser is offline. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={styles.notice}>
          <WifiOff size={16} aria-hidden="true" />
          {t('common.offline')}
        </p>
      )}
    </div>
  );
}
