import { type InputHTMLAttributes, useId } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  ref?: React.Ref<HTMLInputElement>;
}

/** Renders an input with label, hint and error, which are linked for screen readers. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      <FieldMessage id={`${id}-error`} error={error} />
    </div>
  );
}

/** Renders the error of a field, which screen readers announce when it appears. */
export function FieldMessage({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} className={styles.error} role="alert">
      {error}
    </p>
  );
}
