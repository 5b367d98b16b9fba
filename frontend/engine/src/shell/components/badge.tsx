import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  /** The meaning of the word: good, incomplete or bad; by default it is only emphasized. */
  readonly tone?: 'good' | 'open' | 'bad' | 'plain' | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** Renders an emphasized word, such as a role or a status. Every such word of the product looks the same. */
export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
