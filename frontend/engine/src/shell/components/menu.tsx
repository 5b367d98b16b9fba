import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';
import popover from './popover.module.css';
import { placeBelow } from './popover.tsx';

interface MenuProps {
  /** The button that opened the menu. */
  button: HTMLElement;
  /** The accessible name. */
  label: string;
  /** The title of the sheet on narrow screens; by default the label. */
  title?: string;
  onClose: () => void;
  /** Actions, and links with `role="menuitem"`. */
  children: ReactNode;
}

/** The space between a button and its menu, in pixels. */
const GAP = 4;

/**
 * Renders a menu below its button, above it where the window ends, as a sheet on narrow screens. Mount it to
 * open it, unmount it to close it; the arrow keys move within it.
 */
export function Menu({ button, label, title = label, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current!;
    placeBelow(button, element);
    element.showPopover();
    const { bottom, height } = element.getBoundingClientRect();
    const above = button.getBoundingClientRect().top - height - 2 * GAP;
    if (bottom > innerHeight && above > 0) element.style.setProperty('--below', `${above + scrollY}px`);
    // In a low window, it has room on neither side of the button.
    const items = itemsOf(element);
    items.at(-1)?.scrollIntoView({ block: 'nearest' });
    items[0]?.focus();
  }, [button]);
  return (
    <div
      ref={menu}
      className={classNames(popover.sheet, styles.menu)}
      popover="auto"
      role="menu"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, onClose)}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <p className={styles.title} aria-hidden="true">
        <bdi>{title}</bdi>
      </p>
      {/* For fingers: keys have Escape. */}
      <button type="button" className={styles.close} aria-hidden="true" tabIndex={-1} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </button>
      {children}
    </div>
  );
}

/**
 * Closes a menu, and focuses its button or another element. Synchronously: elements behind an open dialog
 * cannot take the focus.
 */
export function closeMenu(onClose: () => void, next: HTMLElement | null | undefined) {
  flushSync(onClose);
  next?.focus({ preventScroll: true });
}

interface MenuActionProps {
  /** Whether it deletes something. */
  isDangerous?: boolean;
  onPress: () => void;
  /** An icon and a text. */
  children: ReactNode;
}

/** Renders an action of a menu. */
export function MenuAction({ isDangerous = false, onPress, children }: MenuActionProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={isDangerous ? styles.danger : undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** Moves the focus within a menu with the arrow keys, Home and End; Tab closes it. */
function moveFocus(event: KeyboardEvent<HTMLElement>, onClose: () => void) {
  const items = itemsOf(event.currentTarget);
  const current = items.indexOf(document.activeElement as HTMLElement);
  const places: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: -1,
  };
  const place = places[event.key];
  if (event.key === 'Tab' || event.key === 'Escape') {
    event.preventDefault();
    onClose();
  } else if (event.key === ' ' && current >= 0) {
    event.preventDefault();
    items[current]!.click();
  } else if (place !== undefined) {
    event.preventDefault();
    items.at(place % items.length)?.focus();
  }
}
