import styles from './search-term.module.css';

/** Renders a search term in the quotation marks of the page's language. */
export function SearchTerm({ term }: { term: string }) {
  return (
    <q className={styles.term}>
      <bdi>{term}</bdi>
    </q>
  );
}
