import { useState } from 'react';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { ConditionOperator, FilterProps, InputProps } from '../base/field.ts';
import { LineInput } from './line-input.tsx';
import { fromLocalNumber, toLocalNumber } from './local-number.ts';
import { TypedFilter } from './typed-filter.tsx';

type Keypad = { readonly inputMode: 'numeric' | 'decimal' };

/*
 * A text input with a numeric keypad rather than type=number, which changes on the mouse wheel, silently
 * drops invalid input and rejects Arabic digits.
 */

/**
 * Returns the text of an input for a plain number such as "12.5", in the notation of the page's language, and
 * a function that parses what is typed. An invalid number is passed on as typed, so that it is rejected with
 * the error of its field.
 */
function useLocalNumber(plain: string) {
  const { language } = useLanguage();
  const [typed, setTyped] = useState('');
  // The typed text remains while it means the value: "12," on the way to "12,5".
  const isTyped = fromLocalNumber(typed, language) === plain;
  const read = (next: string) => {
    setTyped(next);
    return fromLocalNumber(next, language);
  };
  return { text: isTyped ? typed : toLocalNumber(plain, language), read };
}

/** Renders an input for a number in the notation of the page's language. */
export function NumberInput({ onChange, value, ...props }: InputProps & Keypad) {
  const { text, read } = useLocalNumber(typeof value === 'string' ? value : '');
  return <LineInput {...props} dir="ltr" value={text} onChange={(next) => onChange?.(read(String(next)))} />;
}

/** The operators of numbers. */
export const numberOperators: readonly ConditionOperator[] = [
  ...(['eq', 'gte', 'lte', 'between', 'gt', 'lt', 'ne', 'empty', 'notEmpty'] as const),
];

/** Renders the input of a number to compare values with. */
export function NumberFilter({ values: [plain = ''], onChange, ...props }: FilterProps & Keypad) {
  const { text, read } = useLocalNumber(plain);
  return (
    <TypedFilter
      {...props}
      dir="ltr"
      values={[text]}
      onChange={([next = '']) => {
        const number = read(next);
        onChange(number === '' ? [] : [number]);
      }}
    />
  );
}
