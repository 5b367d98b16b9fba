import styles from './avatar.module.css';
import { initials } from './user-name.ts';

/**
 * Renders the initials of a user in a circle; `size` is a CSS size. Beside the name, so assistive technology
 * skips it.
 */
export function Avatar({ name, size = '1.5rem' }: { name: string; size?: string }) {
  return (
    <span className={styles.avatar} style={{ '--avatar': size } as React.CSSProperties} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
