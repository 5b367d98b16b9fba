import { useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { createListeners } from '#frontend/shell/browser/listeners.ts';
import { readStored, store } from '#frontend/shell/browser/stored.ts';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { menuLetters, useMenu } from '../menu.ts';

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

/**
 * The actions of single keys, by character. An action without effect returns false, and the browser handles
 * the key.
 */
type KeyActions = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/**
 * Calls a function on each pressed key, wherever the focus is; with `capture` before other listeners. It
 * listens before the page is painted: a later effect would miss the keys of a user who is faster than a busy
 * device.
 */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void, capture = false): void {
  const listen = useEffectEvent(onKeyDown);
  useLayoutEffect(() => {
    addEventListener('keydown', listen, { capture });
    return () => removeEventListener('keydown', listen, { capture });
  }, [capture]);
}

/** Runs an action when its key is pressed, unless the user is typing or a dialog is open. */
export function useKeys(actions: KeyActions): void {
  useKeyDown((event) => {
    const key = areKeysOn() ? pressedKey(event) : undefined;
    if (key === undefined || !Object.hasOwn(actions, key)) return;
    if (actions[key]!(event) !== false) event.preventDefault();
  });
}

/** Calls `onPress` on Ctrl or ⌘ with the given key, wherever the focus is. */
export function useShortcut(key: string, onPress: () => void): void {
  useKeyDown((event) => {
    if (!isShortcut(event, key) || event.defaultPrevented) return;
    event.preventDefault();
    onPress();
  });
}

/** Returns the Latin letter of a key, also on a keyboard for another script. */
const letterOf = ({ key, code }: KeyboardEvent) =>
  (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toLowerCase();

/** Returns whether a key was pressed together with Ctrl or ⌘, and without Alt and Shift. */
export const isShortcut = (event: KeyboardEvent, key: string): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letterOf(event) === key;

/** Returns the label of the shortcut on this device: `⌘K` or `Ctrl K`. */
export const shortcutText = (key: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key.toUpperCase()}` : `Ctrl ${key.toUpperCase()}`;

const storageKey = 'managerKeys';
const { subscribe, notify: publish } = createListeners();

let isOn = readStored(storageKey) !== 'off';
let isHelpOpen = false;

/** Returns whether single keys are enabled. Users of speech input can disable them, in this browser. */
const areKeysOn = (): boolean => isOn;

/** Enables or disables single keys. */
export function switchKeys(on: boolean): void {
  isOn = on;
  store(storageKey, on ? null : 'off');
  publish();
}

/** Opens or closes the sheet that lists the keys. */
export function showHelp(open: boolean): void {
  isHelpOpen = open;
  publish();
}

/** Returns whether single keys are enabled, and re-renders the component when that changes. */
export const useKeysOn = (): boolean => useSyncExternalStore(subscribe, areKeysOn, areKeysOn);

const HelpSheet = lazyDialog(() => import('./help-sheet.tsx'));

/** How long a letter may come after "g", in milliseconds. */
const WAIT = 1500;

/** Handles the keys of every page of the manager, and renders the sheet that lists them. */
export function ManagerKeys() {
  const isOpen = useSyncExternalStore(
    subscribe,
    () => isHelpOpen,
    () => false,
  );
  useKeys({ '?': () => showHelp(true) });
  useGoTo();
  return isOpen && <HelpSheet onClose={() => showHelp(false)} />;
}

/** Goes to a menu item after "g" and its letter, before the letter means something else. */
function useGoTo() {
  const navigate = useNavigate();
  const items = useMenu().flatMap((group) => group.items);
  const since = useRef(Number.NEGATIVE_INFINITY);
  useKeyDown((event) => {
    const key = areKeysOn() ? pressedKey(event) : undefined;
    if (key === undefined || event.shiftKey || key === 'Shift') return;
    const isSecond = event.timeStamp - since.current < WAIT;
    since.current = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (!isSecond) return;
    event.preventDefault();
    event.stopPropagation();
    const item = menuLetters(items).get(key);
    if (item?.outside) location.assign(item.to);
    else if (item) navigate(item.to);
  }, true);
}
