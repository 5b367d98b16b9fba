import { useSyncExternalStore } from 'react';
import { currentToasts, subscribeToToasts } from '../components/toasts.ts';
import styles from './toast-host.module.css';

const showOnTop = (element: HTMLElement | null) => element?.showPopover();

/** Renders the element that toasts appear in. */
export function ToastHost() {
  const { Toaster, plain } = useSyncExternalStore(subscribeToToasts, currentToasts);
  return (
    <>
      {Toaster && <Toaster />}
      {plain && (
        <p ref={showOnTop} popover="manual" className={styles.plain} role="alert">
          {plain}
        </p>
      )}
    </>
  );
}
