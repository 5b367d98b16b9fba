import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** `danger` performs an irreversible action; `dangerOutline` opens the dialog that asks first. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerOutline';

/** Returns the class that makes a link look like a button. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  ...more: (string | false | undefined)[]
): string => classNames(styles.button, styles[variant], ...more);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  variant?: ButtonVariant;
  /** Shows that an action is running and ignores clicks, but retains the focus. */
  busy?: boolean;
}

/** Renders a button of type `button` unless another type is given. */
export function Button({ variant, busy = false, className, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
