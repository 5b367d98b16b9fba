import styles from './skeleton.module.css';

/** A grey place of the size of what is still to come; `inline` and `block` are CSS sizes. */
export function Skeleton({ inline = '100%', block = '1em' }: { inline?: string; block?: string }) {
  return (
    <span className={styles.skeleton} style={{ inlineSize: inline, blockSize: block }} aria-hidden="true" />
  );
}
