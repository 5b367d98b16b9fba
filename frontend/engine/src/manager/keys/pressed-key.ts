/** Elements that handle typed letters themselves. */
const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Elements above the page: dialogs, drawers and menus. */
const OPEN = 'dialog[open], [aria-modal=true], [role=menu]';

/**
 * Returns whether something is open that handles keys before the page: including a panel below its button,
 * but no toast.
 */
export const isSomethingOpen = (): boolean =>
  document.querySelector(OPEN) !== null ||
  [...document.querySelectorAll('[popover=auto]')].some((panel) => panel.matches(':popover-open'));

/**
 * Returns the character of a key that is pressed alone or with Shift, letters in lower case; undefined while
 * the user is typing or a dialog is open. On a non-Latin layout, it is the character of the same key on a
 * Latin one.
 */
export function pressedKey(event: KeyboardEvent): string | undefined {
  const { key, code, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (target instanceof Element && target.closest(TYPING)) return;
  if (isSomethingOpen()) return;
  // Printable ASCII: a Latin layout, whichever place it has for the character.
  if (/^[!-~]$/.test(key)) return key.toLowerCase();
  if (key.length > 1) return key;
  if (code === 'Slash') return event.shiftKey ? '?' : '/';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
}
