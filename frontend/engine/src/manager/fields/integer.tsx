import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { numberFormat } from '../numbers.ts';
import type { FieldKind, ShowProps } from './base/field.ts';
import { NumberFilter, NumberInput, numberOperators } from './inputs/number-input.tsx';

function Show({ value }: ShowProps) {
  const { language } = useLanguage();
  // Groups digits only from five digits on, so that years have no separator.
  return numberFormat(language, { useGrouping: 'min2' }).format(Number(value));
}

/** Invalid input is sent unchanged, so that the server returns the validation error. */
const toJson = (input: unknown) => {
  const typed = String(input ?? '').trim();
  if (typed === '') return null;
  return /^-?\d+$/.test(typed) ? Number(typed) : typed;
};

/** A whole number. */
export const kind: FieldKind = {
  Show,
  Input: (props) => <NumberInput {...props} inputMode="numeric" />,
  filter: {
    operators: numberOperators,
    isTyped: true,
    Input: (props) => <NumberFilter {...props} inputMode="numeric" />,
    accepts: (value) => /^-?\d{1,16}$/.test(value),
    Value: Show,
  },
  toInput: (json) => (json === null || json === undefined ? '' : String(json)),
  toJson,
  atEnd: true,
};
