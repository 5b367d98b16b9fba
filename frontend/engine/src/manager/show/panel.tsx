import { type ReactNode, useId } from 'react';
import styles from './show-page.module.css';

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Renders a section of a record's page in a separate box. */
export function Panel({ title, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
}
