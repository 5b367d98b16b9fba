import type { ComponentType } from 'react';
import type { ExternalToast } from 'sonner';

export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';

/** What the place for toasts draws. */
interface Shown {
  /** Draws the toasts; its code is loaded with the first one. */
  readonly Toaster?: ComponentType;
  /** A message in plain words, where that code cannot be had. */
  readonly plain?: string | undefined;
  /** What last went wrong, for dialogs that stay open: they shut screen readers off from what is beside them. */
  readonly said?: { readonly text: string };
}

const plainMs = 4000;

let mounted: (place: HTMLElement) => void = () => {};
const place = new Promise<HTMLElement>((resolve) => {
  mounted = resolve;
});
let shown: Shown = {};
let fading: ReturnType<typeof setTimeout>;
const listeners = new Set<() => void>();

/** Tells that the place where toasts appear is on the page. */
export const toasterMounted = (element: HTMLElement): void => mounted(element);

/** What is to be drawn now. */
export const shownToasts = (): Shown => shown;

/** Calls back whenever that changes; returns the way out. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function draw(next: Shown) {
  shown = { ...shown, ...next };
  for (const listener of listeners) listener();
}

/** Shows a short message at the top of the page, whichever page that is by then. */
export async function notify(kind: ToastKind, message: string, options?: ExternalToast): Promise<void> {
  const text = [message, options?.description].filter(Boolean).join('\n');
  // What went well closes its dialog.
  if (kind === 'error' || kind === 'warning') draw({ said: { text } });
  try {
    const [{ toast }, { default: Toaster }] = await Promise.all([
      import('sonner'),
      import('../layout/toaster.tsx'),
    ]);
    draw({ Toaster });
    const element = await place;
    // Above whichever dialog is open: what was shown last lies on top.
    element.hidePopover();
    element.showPopover();
    toast[kind](message, options);
  } catch {
    // Cut off before the first toast: what failed must be said all the same.
    draw({ plain: text });
    clearTimeout(fading);
    fading = setTimeout(() => draw({ plain: undefined }), plainMs);
  }
}
