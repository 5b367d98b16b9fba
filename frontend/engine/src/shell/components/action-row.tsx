import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import styles from './action-row.module.css';

interface ActionRowProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly icon: LucideIcon;
  /** Mirrors the icon where texts run from right to left: it points along the line. */
  readonly mirrored?: boolean;
  /** Shows that the row leads to a form, and is not itself the action. */
  readonly opensForm?: boolean;
  /** Performs an irreversible action, after a confirmation. */
  readonly danger?: boolean;
}

/** Renders an action of a section as a row of its list of settings: a button as wide as the section. */
export function ActionRow({ icon: Icon, mirrored, opensForm, danger, children, ...rest }: ActionRowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...rest}
      className={styles.row}
      data-tone={danger ? 'danger' : undefined}
    >
      <Icon className={styles.icon} size={20} data-mirrored={mirrored} aria-hidden="true" />
      <span className={styles.words}>{children}</span>
      {opensForm && <ChevronRight className={styles.icon} size={18} data-mirrored aria-hidden="true" />}
    </button>
  );
}
