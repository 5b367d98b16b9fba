import type { ReactNode } from 'react';
import styles from './cut.module.css';

export interface CutProps {
  /** The share of the column in the width of the table; without one, the column is as wide as its content. */
  share: number | undefined;
  children: ReactNode;
}

/** Renders the content of a cell on one line, with an ellipsis where it has no space. On phones, whole. */
export function Cut({ share, children }: CutProps) {
  return (
    // The direction of a text decides which of its ends is cut.
    <div className={styles.cut} data-cut={share ? 'share' : 'content'} dir={share ? 'auto' : undefined}>
      {children}
    </div>
  );
}
