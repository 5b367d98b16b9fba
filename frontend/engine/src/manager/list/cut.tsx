import type { ReactNode } from 'react';
import styles from './cut.module.css';

/**
 * Returns the content of a cell on one line, with an ellipsis where it has no space. `share` is the column's
 * share in the width of the table; without one, the column is as wide as its content.
 */
export const cut = (content: ReactNode, share: number | undefined) => (
  // The direction of a text decides which of its ends is cut.
  <div
    className={styles.cut}
    data-cut={share === undefined ? 'content' : 'share'}
    dir={share ? 'auto' : undefined}
  >
    {content}
  </div>
);
