import type { HTMLAttributes, ReactNode, Ref } from 'react';
import styles from './action-bar.module.css';

interface ActionBarProps extends Omit<HTMLAttributes<HTMLDivElement>, 'className'> {
  readonly ref?: Ref<HTMLDivElement>;
  /** What prevents the action, above the buttons. */
  readonly note?: ReactNode;
}

/**
 * Renders the buttons at the end of a card, the primary one first: they stay in view however long the card
 * is.
 */
export function ActionBar({ note, children, ...rest }: ActionBarProps) {
  return (
    <div {...rest} className={styles.bar}>
      {note}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
