import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { SearchTerm } from './search-term.tsx';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** The search term without matches. */
  term?: string;
  children?: ReactNode;
}

/** Renders a placeholder for a list that is empty, has no matches or could not be loaded. */
export function EmptyState({ icon: Icon, title, term, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <p className={styles.title}>{title}</p>
      {term && (
        <p className={styles.term}>
          <SearchTerm term={term} />
        </p>
      )}
      {children}
    </div>
  );
}
