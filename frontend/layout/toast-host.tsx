import { useSyncExternalStore } from 'react';
import { shownToasts, subscribeToToasts } from '../components/toasts.ts';
import styles from './toast-host.module.css';

const onTop = (element: HTMLElement | null) => element?.showPopover();

/** Where toasts appear. */
export function ToastHost() {
  const { Toaster, plain } = useSyncExternalStore(subscribeToToasts, shownToasts);
  return (
    <>
      {Toaster && <Toaster />}
      {plain && (
        <p ref={onTop} popover="manual" className={styles.plain} role="alert">
          {plain}
        </p>
      )}
    </>
  );
}
