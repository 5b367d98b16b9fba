import { useState } from 'react';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { ConditionOperator, FilterProps, InputProps } from '../field.ts';
import { westernDigits } from './digits.ts';
import { LineInput } from './line-input.tsx';
import { fromLocalNumber, toLocalNumber } from './local-number.ts';
import { TypedFilter } from './typed-filter.tsx';

type Keypad = { readonly inputMode: 'numeric' | 'decimal' };

/*
 * A text input with a numeric keypad rather than type=number, which changes on the mouse wheel, silently
 * drops invalid input and rejects Arabic digits.
 */

/**
 * Renders an input for a number as the language of the page writes it. Its value is a plain number such as "12.5"; what
 * is no number is kept as it was typed, so that it is refused with the error of its field.
 */
export function NumberInput({ onChange, value, ...props }: InputProps & Keypad) {
  const { language } = useLanguage();
  const plain = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState('');
  // What was typed stays as it is while it means the value: "12," on the way to "12,5".
  const isTyped = fromLocalNumber(typed, language) === plain;
  return (
    <LineInput
      {...props}
      dir="ltr"
      value={isTyped ? typed : toLocalNumber(plain, language)}
      onChange={(next) => {
        setTyped(String(next));
        onChange?.(fromLocalNumber(String(next), language));
      }}
    />
  );
}

/** The operators of numbers. */
export const numberOperators: readonly ConditionOperator[] = [
  ...(['eq', 'gte', 'lte', 'between', 'gt', 'lt', 'ne', 'empty', 'notEmpty'] as const),
];

/** Renders the input of a number that values are compared with. */
export const NumberFilter = ({ onChange, ...props }: FilterProps & Keypad) => (
  <TypedFilter {...props} dir="ltr" onChange={(values) => onChange(values.map(westernDigits))} />
);
