import { useState } from 'react';
import { westernDigits } from '#frontend/shell/components/western-digits.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { FilterOperator, FilterProps, InputProps } from '../base/field.ts';
import { LineInput, TypedFilter } from './line-input.tsx';

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
export const numberOperators: readonly FilterOperator[] = [
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

const PLAIN = /^[+-]?\d*(?:\.\d*)?$/;
/** What users type between groups of digits, besides their language's separator. */
const SPACES = /[\s'’]/g;

/** Returns how a language writes numbers. */
const signsOf = (language: string) => {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const sign = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const digit = new Intl.NumberFormat(language, { useGrouping: false });
  return {
    decimal: sign('decimal', '.'),
    group: sign('group', ','),
    digits: Array.from({ length: 10 }, (_, value) => digit.format(value)),
  };
};

/**
 * Formats a plain number such as "-12.50" for an input in the language, without groups; other texts are
 * unchanged.
 */
export function toLocalNumber(plain: string, language: string): string {
  if (!PLAIN.test(plain)) return plain;
  const { decimal, digits } = signsOf(language);
  return plain.replace(/\d/g, (digit) => digits[Number(digit)]!).replace('.', decimal);
}

/**
 * Parses a typed number in the notation of the language, or in plain notation. Other texts are unchanged, so
 * that they are rejected. A group separator counts only between whole groups: "1,5" is not a number in
 * English.
 */
export function fromLocalNumber(typed: string, language: string): string {
  const { decimal, group } = signsOf(language);
  const western = westernDigits(typed.trim().replaceAll(decimal, '.')).replaceAll('−', '-');
  const spaceless = western.replace(SPACES, '');
  if (PLAIN.test(spaceless)) return spaceless;
  const [whole = '', ...fraction] = spaceless.split('.');
  const groups = whole.replaceAll('٬', group).split(group);
  const isGrouped =
    /^[+-]?\d{1,3}$/.test(groups[0]!) && groups.slice(1).every((one) => /^\d{2,3}$/.test(one));
  const plain = [groups.join(''), ...fraction].join('.');
  return isGrouped && PLAIN.test(plain) ? plain : typed;
}
