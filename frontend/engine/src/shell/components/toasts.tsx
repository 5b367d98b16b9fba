import { type ComponentType, useSyncExternalStore } from 'react';
import type { ExternalToast } from 'sonner';
import { createListeners } from '../browser/listeners.ts';
import styles from './toasts.module.css';

export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';

/** State of the toast host. */
interface Shown {
  /** Renders the toasts; loaded with the first one. */
  readonly Toaster?: ComponentType;
  /** A plain message, shown if the `Toaster` cannot be loaded. */
  readonly plain?: string | undefined;
  /**
   * The latest error, for open dialogs to announce: a modal hides the rest of the page from screen readers.
   */
  readonly said?: { readonly text: string };
}

const plainMs = 4000;

let mounted: (place: HTMLElement) => void = () => {};
const place = new Promise<HTMLElement>((resolve) => {
  mounted = resolve;
});
let shown: Shown = {};
let hideTimer: ReturnType<typeof setTimeout>;
const { subscribe, notify: publish } = createListeners();

/** Registers the element that toasts appear in. */
export const toasterMounted = (element: HTMLElement): void => mounted(element);

/** Returns the current state, for `useSyncExternalStore`. */
export const currentToasts = (): Shown => shown;

/** Calls the listener whenever the state changes. Returns the unsubscribe function. */
export const subscribeToToasts = subscribe;

function update(next: Shown) {
  shown = { ...shown, ...next };
  publish();
}

/** Shows a toast, even if the user has navigated to another page meanwhile. */
export async function notify(kind: ToastKind, message: string, options?: ExternalToast): Promise<void> {
  const text = [message, options?.description].filter(Boolean).join('\n');
  // A successful action closes its dialog, so only failures are announced there.
  if (kind === 'error' || kind === 'warning') update({ said: { text } });
  try {
    const { default: Toaster, show } = await import('./toaster.tsx');
    update({ Toaster });
    const element = await place;
    // Moves the toasts above any open dialog: the most recently shown element is on top of the top layer.
    element.hidePopover();
    element.showPopover();
    show(kind, message, options);
  } catch {
    // The network failed before the first toast: show the message in plain text instead.
    update({ plain: text });
    clearTimeout(hideTimer);
    hideTimer = setTimeout(() => update({ plain: undefined }), plainMs);
  }
}

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
