import styles from './form-error.module.css';

/** The place in a form for what went wrong with all of it, read out when it appears. */
export function FormError({ text }: { text: string }) {
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
