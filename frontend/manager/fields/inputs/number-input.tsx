import type { ConditionOperator, FilterProps, InputProps } from '../field.ts';
import { westernDigits } from './digits.ts';
import { LineInput } from './line-input.tsx';
import { TypedFilter } from './typed-filter.tsx';

type Keypad = { readonly inputMode: 'numeric' | 'decimal' };

/*
 * A text input with a numeric keypad rather than type=number, which changes on the mouse wheel, silently
 * drops invalid input and rejects Arabic digits.
 */

/** Renders an input for a number, kept as a string so that the server can validate exactly what was typed. */
export const NumberInput = ({ onChange, ...props }: InputProps & Keypad) => (
  <LineInput {...props} dir="ltr" onChange={(value) => onChange?.(westernDigits(String(value)))} />
);

/** The operators of numbers. */
export const numberOperators: readonly ConditionOperator[] = [
  ...(['eq', 'gte', 'lte', 'between', 'gt', 'lt', 'ne', 'empty', 'notEmpty'] as const),
];

/** Renders the input of a number that values are compared with. */
export const NumberFilter = ({ onChange, ...props }: FilterProps & Keypad) => (
  <TypedFilter {...props} dir="ltr" onChange={(values) => onChange(values.map(westernDigits))} />
);
