import { type ButtonHTMLAttributes, type Ref, useState } from 'react';
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
  /** Runs on a click. The button is busy until its promise settles. */
  action?: () => Promise<unknown>;
}

/** Renders a button of type `button` unless another type is given. */
export function Button({ variant, busy, action, className, onClick, children, ...rest }: ButtonProps) {
  const [isRunning, setRunning] = useState(false);
  const isBusy = busy || isRunning;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        if (isBusy) return event.preventDefault();
        onClick?.(event);
        if (!action) return;
        setRunning(true);
        action().finally(() => setRunning(false));
      }}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
