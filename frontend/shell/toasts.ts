import type { ExternalToast } from 'sonner';

export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';

let mounted: (place: HTMLElement) => void = () => {};
const place = new Promise<HTMLElement>((resolve) => {
  mounted = resolve;
});
let wanted = false;
const listeners = new Set<() => void>();

/** Tells that the place where toasts appear is on the page. */
export const toasterMounted = (element: HTMLElement): void => mounted(element);

/** Whether a toast was ever asked for: until then, the toasts' code is not loaded at all. */
export const toasterWanted = (): boolean => wanted;

export function subscribeToToasterWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a short message at the top of the page, whichever page that is by then. */
export async function notify(kind: ToastKind, message: string, options?: ExternalToast): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const [{ toast }, element] = await Promise.all([import('sonner'), place]);
  // Above whichever dialog is open: what was shown last lies on top.
  element.hidePopover();
  element.showPopover();
  toast[kind](message, options);
}
