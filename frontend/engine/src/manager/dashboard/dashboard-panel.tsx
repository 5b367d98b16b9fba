import { type ReactNode, useId } from 'react';
import styles from './dashboard.module.css';

/** Renders a section of the dashboard with its heading. */
export function DashboardPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
