import { type ReactNode, type ToggleEvent, useId, useState } from 'react';
import { Button } from './button.tsx';
import styles from './popover.module.css';

export interface PopoverProps {
  /** The content of the button that opens it. */
  button: ReactNode;
  buttonClassName?: string | undefined;
  /** The accessible name of the panel. */
  label: string;
  /** Rendered only while it is open. */
  children: ReactNode;
}

/**
 * Renders a button and the panel that it opens: below the button, or as a sheet on narrow screens. The browser
 * closes it on Escape and on a click elsewhere, and gives the focus back.
 */
export function Popover({ button, buttonClassName, label, children }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const openBelow = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState !== 'open') return;
    placeBelow(document.getElementById(`${id}button`)!, currentTarget);
    setOpen(true);
  };
  // Not before it is closed: the browser gives the focus back only from what is still there.
  const close = ({ newState }: ToggleEvent<HTMLElement>) => {
    if (newState === 'closed') setOpen(false);
  };
  return (
    <>
      <Button id={`${id}button`} className={buttonClassName} popoverTarget={id}>
        {button}
      </Button>
      <div
        id={id}
        className={styles.panel}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={openBelow}
        onToggle={close}
      >
        {open && children}
      </div>
    </>
  );
}

/** Tells the styles of a panel where its button is. The panel scrolls with the page, so this is needed only once. */
export function placeBelow(button: HTMLElement, panel: HTMLElement) {
  const { bottom, left, right } = button.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  const start = isRightToLeft ? document.documentElement.clientWidth - right : left;
  panel.style.setProperty('--below', `${bottom + scrollY}px`);
  panel.style.setProperty('--start', `${start}px`);
}
