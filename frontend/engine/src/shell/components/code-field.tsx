import { useId } from 'react';
import { classNames } from './class-names.ts';
import { codeLength, normaliseCode } from './code.ts';
import styles from './code-field.module.css';
import { FieldMessage } from './text-field.tsx';

interface CodeFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
  ref?: React.Ref<HTMLInputElement>;
}

const boxes = Array.from({ length: codeLength }, (_, at) => at);

/**
 * Renders one input as six boxes. It stays a single input for screen readers, paste and the autofill of codes
 * from messages. Digits run from left to right in every language.
 */
export function CodeField({ label, value, error, onChange, ref }: CodeFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.code} dir="ltr">
        <input
          ref={ref}
          id={id}
          className={styles.input}
          value={value}
          onChange={({ target }) => onChange(normaliseCode(target.value))}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
        />
        {boxes.map((at) => (
          <span
            key={at}
            className={classNames(styles.box, at === Math.min(value.length, codeLength - 1) && styles.next)}
            aria-hidden="true"
          >
            {value[at]}
          </span>
        ))}
      </div>
      <FieldMessage id={`${id}-error`} error={error} />
    </div>
  );
}
