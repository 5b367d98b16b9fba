import type { ReactNode } from 'react';
import styles from './cut.module.css';

/**
 * Returns the content of a cell on one line, truncated with an ellipsis where space is missing. `share` is
 * the column's share of the table's width; without one, the column is as wide as its content.
 */
export const cut = (content: ReactNode, share: number | undefined) => (
  // The direction of a text decides at which end it is truncated.
  <div
    className={styles.cut}
    data-cut={share === undefined ? 'content' : 'share'}
    dir={share ? 'auto' : undefined}
  >
    {content}
  </div>
);
