import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does, for whoever cannot see the sign. */
  label: string;
}

/** A button that is a sign and no words. `className` says where it stands. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={classNames(styles.button, className)} />
  );
}
