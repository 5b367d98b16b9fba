import { type DialogHTMLAttributes, useLayoutEffect, useRef } from 'react';
import './modal.css';

interface ModalProps extends DialogHTMLAttributes<HTMLDialogElement> {
  onClose: () => void;
}

/**
 * Renders a modal dialog without a frame. Mount it to open it, unmount it to close it: the browser traps the
 * focus and restores it afterwards. The page below does not scroll meanwhile (modal.css). Escape and a click
 * beside it close it.
 */
export function Modal({ onClose, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because it must run before the element is removed: only then does the browser restore
  // the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const page = document.documentElement;
    // If another dialog is open, the scroll bar is already hidden and cannot be measured.
    if (!document.querySelector('dialog[open]'))
      page.style.setProperty('--scroll-bar', `${innerWidth - page.clientWidth}px`);
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; Escape does with the keyboard
    <dialog
      {...props}
      ref={dialog}
      onCancel={(event) => {
        // Dialogs above it cancel themselves.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    />
  );
}
