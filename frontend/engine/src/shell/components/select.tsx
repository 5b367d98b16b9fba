import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './select.module.css';

/** Renders a select that looks like the other fields of light pages. Its props are those of `<select>`. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={classNames(styles.select, className)} />;
}
