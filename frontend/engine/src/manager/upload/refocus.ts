/** Runs an action that removes the focused button, and moves the focus to another one. */
export function refocus(button: { readonly current: HTMLElement | null }, act: () => void): void {
  act();
  requestAnimationFrame(() => button.current?.focus());
}
