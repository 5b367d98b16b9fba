import { useId } from 'react';
import { HttpError } from '../http/http-error.ts';
import type { TextKey } from '../i18n/keys.ts';
import { classNames } from './class-names.ts';
import styles from './code-field.module.css';
import field from './text-field.module.css';
import { FieldMessage } from './text-field.tsx';
import { westernDigits } from './western-digits.ts';

/** The number of digits of a code. */
export const codeLength = 6;

/** Returns the first six digits of the input as 0–9. Drops spaces, hyphens and all other characters. */
export const normaliseCode = (entered: string): string =>
  westernDigits(entered).replace(/\D/g, '').slice(0, codeLength);

/** Validates a code. Returns the key of the error text; undefined when the code is valid. */
export function codeProblem(code: string): TextKey | undefined {
  if (code === '') return 'common.code.required';
  return code.length === codeLength ? undefined : 'common.code.length';
}

/** Returns whether a call failed because of an invalid code. */
export const isInvalidCode = (error: unknown): boolean => hasCode(error, 'INVALID_OTP');

/** Returns whether the code was correct, but no account exists and sign-up is closed. */
export const isAccountMissing = (error: unknown): boolean => hasCode(error, 'ACCOUNT_NOT_FOUND');

const hasCode = (error: unknown, code: string) => error instanceof HttpError && error.code === code;

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
    <div className={field.field}>
      <label className="label" htmlFor={id}>
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
        {/* A whole code is replaced: its first box is marked again. */}
        {boxes.map((at) => (
          <span
            key={at}
            className={classNames(styles.box, at === value.length % codeLength && styles.next)}
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
