import type { InputHTMLAttributes } from 'react';
import input from '#frontend/shell/components/text-field.module.css';
import type { ConditionOperator, FilterProps } from '../base/field.ts';

/** The operators of texts of one line. */
export const textOperators: readonly ConditionOperator[] = [
  ...(['like', 'startsWith', 'eq', 'ne', 'empty', 'notEmpty'] as const),
];

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FilterProps>;

/** The server rejects longer search texts. */
const LONGEST = 200;

/** Renders a text input for a filter's value. A native one, because it must not load antd. */
export function TypedFilter({
  resource: _,
  field: __,
  label,
  values,
  onChange,
  ...props
}: FilterProps & Attributes) {
  return (
    <input
      type="text"
      {...props}
      className={input.input}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={LONGEST}
      value={values[0] ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? [] : [target.value])}
    />
  );
}
