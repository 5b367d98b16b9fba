const WRITES = 'input, textarea, select, [contenteditable], [role=combobox]';

interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly target: EventTarget | null;
}

/**
 * Returns where a key leads in a list of records: J to the next, K to the previous one, as in the list
 * itself; undefined for other keys. With Alt also while the user types. Uses the position of the key, because
 * Alt and other scripts change its letter.
 */
export function turnKey({ code, altKey, ctrlKey, metaKey, shiftKey, target }: KeyPress) {
  if (ctrlKey || metaKey || shiftKey) return undefined;
  if (!altKey && target instanceof Element && target.matches(WRITES)) return undefined;
  return code === 'KeyJ' ? 'next' : code === 'KeyK' ? 'previous' : undefined;
}
