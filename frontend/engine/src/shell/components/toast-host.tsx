import { useSyncExternalStore } from 'react';
import styles from './toast-host.module.css';
import { currentToasts, subscribeToToasts } from './toasts.ts';

const showOnTop = (element: HTMLElement | null) => element?.showPopover();

/** Renders the element that toasts appear in. */
export function ToastHost() {
  const { Toaster, plain } = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
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
