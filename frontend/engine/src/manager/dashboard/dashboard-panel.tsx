import { type ReactNode, useId } from 'react';
import styles from './dashboard.module.css';

interface DashboardPanelProps {
  readonly title: string;
  /** A link to more, beside the heading. */
  readonly link?: ReactNode;
  readonly children: ReactNode;
}

/** Renders a section of the dashboard with its heading. */
export function DashboardPanel({ title, link, children }: DashboardPanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {link}
      </header>
      {children}
    </section>
  );
}
