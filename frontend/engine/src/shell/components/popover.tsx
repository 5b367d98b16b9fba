import { X } from 'lucide-react';
import { type ReactNode, type RefObject, type ToggleEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './popover.module.css';

interface PopoverProps {
  /** The content of the button that opens it. */
  button: ReactNode;
  buttonClassName?: string | undefined;
  /** The accessible name of the panel. */
  label: string;
  /** Rendered only while it is open. */
  children: ReactNode;
}

/** Renders a button and the panel that it opens. */
export function Popover({ button, buttonClassName, label, children }: PopoverProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={opener} id={`${id}button`} className={buttonClassName} popoverTarget={id}>
        {button}
      </Button>
      <PopoverPanel id={id} label={label} opener={opener}>
        {children}
      </PopoverPanel>
    </>
  );
}

/** Closes the open panel: a link or an action in it does not. */
export const closePopover = (): void =>
  document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover();

interface PopoverPanelProps extends Pick<PopoverProps, 'label' | 'children'> {
  /** Buttons with this id as their `popoverTarget` open and close it. */
  id: string;
  /** The button below which it opens. */
  opener: RefObject<HTMLElement | null>;
  onOpen?: () => void;
  onClose?: () => void;
}

/**
 * Renders the panel that buttons open: below the button, or as a sheet on narrow screens. The browser closes
 * it on Escape and on a click elsewhere, and restores the focus.
 */
export function PopoverPanel({ id, label, opener, onOpen, onClose, children }: PopoverPanelProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const openBelow = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState !== 'open') return;
    if (opener.current) placeBelow(opener.current, currentTarget);
    onOpen?.();
    setOpen(true);
  };
  // Unmounts only after closing, because the browser restores the focus only from an element that still
  // exists.
  const close = ({ newState }: ToggleEvent<HTMLElement>) => {
    if (newState !== 'closed') return;
    setOpen(false);
    onClose?.();
  };
  return (
    <div
      id={id}
      className={styles.panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      onBeforeToggle={openBelow}
      onToggle={close}
    >
      {open && (
        <>
          <p className={styles.title} aria-hidden="true">
            <bdi>{label}</bdi>
          </p>
          {children}
          <IconButton
            className={styles.close}
            label={t('common.close')}
            popoverTarget={id}
            popoverTargetAction="hide"
          >
            <X size={20} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  );
}

/**
 * Passes the position of its button, and the end of the row that has it, to the styles of a panel. The panel
 * scrolls with the page, so once is enough.
 */
export function placeBelow(button: HTMLElement, panel: HTMLElement) {
  const { bottom, left, right } = button.getBoundingClientRect();
  // The parent of a group of buttons may have no box, and a removed button has no parent.
  const parents = [button.parentElement, button.parentElement?.parentElement];
  const row = (parents.find((parent) => parent?.clientWidth) ?? button).getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  panel.style.setProperty('--below', `${bottom + scrollY}px`);
  panel.style.setProperty('--start', `${isRightToLeft ? clientWidth - right : left}px`);
  panel.style.setProperty('--end', `${isRightToLeft ? clientWidth - row.left : row.right}px`);
}
