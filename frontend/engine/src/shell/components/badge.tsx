import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  /** What the word means: that all is well, that something is missing, that it is bad; by default it only stands out. */
  readonly tone?: 'good' | 'open' | 'bad' | 'plain' | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** Renders a word that stands out, such as a role or a status. Every such word of the product looks the same. */
export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
