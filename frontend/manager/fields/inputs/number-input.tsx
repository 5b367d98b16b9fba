import type { FilterProps, InputProps } from '../field.ts';
import { westernDigits } from './digits.ts';
import { LineFilter, LineInput } from './line-input.tsx';

type Keypad = { readonly inputMode: 'numeric' | 'decimal' };

/*
 * A text input with a numeric keypad rather than type=number, which changes on the mouse wheel, silently
 * drops invalid input and rejects Arabic digits.
 */

/** Renders an input for a number, kept as a string so that the server can validate exactly what was typed. */
export const NumberInput = ({ onChange, ...props }: InputProps & Keypad) => (
  <LineInput {...props} dir="ltr" onChange={(value) => onChange?.(westernDigits(String(value)))} />
);

/** Renders the filter input of a lower or upper bound. */
export const NumberFilter = ({ onChange, ...props }: FilterProps & Keypad) => (
  <LineFilter {...props} dir="ltr" onChange={(values) => onChange(values.map(westernDigits))} />
);
