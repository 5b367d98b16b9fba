const WITH_MOUSE = '(hover: hover) and (pointer: fine)';
/** The focused element before any action of the user. */
const UNTOUCHED = 'body, main, h1, h2, dialog';

/**
 * A ref that focuses the input within an element once it is rendered. Not on a phone, where that would open
 * the keyboard, nor if the user has already moved the focus.
 */
export function focusInput(element: HTMLElement | null): void {
  if (!element || !matchMedia(WITH_MOUSE).matches) return;
  // After the heading of the new page, which gets the focus once the page is rendered.
  requestAnimationFrame(() => {
    if (document.activeElement?.matches(UNTOUCHED))
      element.querySelector<HTMLElement>('input, textarea')?.focus();
  });
}

/** Like `focusInput`, and selects the text of the input, so that typing replaces it. */
export function focusAndSelectInput(element: HTMLElement | null): void {
  focusInput(element);
  requestAnimationFrame(() => {
    const { activeElement: active } = document;
    if (active instanceof HTMLInputElement && element?.contains(active)) active.select();
  });
}
