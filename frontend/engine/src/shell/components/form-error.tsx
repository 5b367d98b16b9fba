import styles from './form-error.module.css';
import field from './text-field.module.css';

/** Renders the error of a whole form, which screen readers announce when it appears. */
export function FormError({ text }: { text: string }) {
  return (
    <p className={`${field.error} ${styles.problem}`} role="alert">
      {text}
    </p>
  );
}
