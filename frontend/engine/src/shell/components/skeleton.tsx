import styles from './skeleton.module.css';

/** Renders a grey placeholder for loading content; `inline` and `block` are CSS sizes. */
export function Skeleton({ inline = '100%', block = '1em' }: { inline?: string; block?: string }) {
  return (
    <span className={styles.skeleton} style={{ inlineSize: inline, blockSize: block }} aria-hidden="true" />
  );
}
