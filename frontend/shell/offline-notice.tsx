import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import styles from './offline-notice.module.css';

/** Says so while the device has no network. */
export function OfflineNotice() {
  const { t } = useTexts();
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

/** Whether the device has a network, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
