/** Does what removes the button that has the focus, which goes to another one. */
export function refocus(button: { readonly current: HTMLElement | null }, act: () => void): void {
  act();
  requestAnimationFrame(() => button.current?.focus());
}
