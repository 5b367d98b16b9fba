import { westernDigits } from './digits.ts';
import type { FilterProps, InputProps } from './field.ts';
import { LineFilter, LineInput } from './line-input.tsx';

type Keypad = { readonly inputMode: 'numeric' | 'decimal' };

/*
 * A line with a number pad rather than an input of type number, which turns on the mouse wheel, drops what it
 * does not understand without a word, and takes no Arabic digits.
 */

/** An input for a number, kept as the text that was typed: the server says what is wrong with it. */
export const NumberInput = ({ onChange, ...props }: InputProps & Keypad) => (
  <LineInput {...props} dir="ltr" onChange={(value) => onChange?.(westernDigits(String(value)))} />
);

/** A bound of a range of numbers. */
export const NumberFilter = ({ onChange, ...props }: FilterProps & Keypad) => (
  <LineFilter {...props} dir="ltr" onChange={(values) => onChange(values.map(westernDigits))} />
);
