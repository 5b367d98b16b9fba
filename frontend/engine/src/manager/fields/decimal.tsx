import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { numberFormat } from '../numbers.ts';
import type { FieldKind, ShowProps } from './base/field.ts';
import { NumberFilter, NumberInput, numberOperators } from './inputs/number-input.tsx';

/** Formats the string itself, because converting it to a number would lose digits. */
function Show({ field, value }: ShowProps) {
  const { language } = useLanguage();
  const digits = { minimumFractionDigits: field.scale, maximumFractionDigits: field.scale };
  return numberFormat(language, digits as Intl.NumberFormatOptions).format(
    value as Intl.StringNumericLiteral,
  );
}

/** An exact decimal, which is a string in JSON, state and inputs. */
export const kind: FieldKind = {
  Show,
  Input: (props) => <NumberInput {...props} inputMode="decimal" />,
  filter: {
    operators: numberOperators,
    isTyped: true,
    Input: (props) => <NumberFilter {...props} inputMode="decimal" />,
    accepts: (value) => /^[+-]?(?=\.?\d)\d*(\.\d*)?$/.test(value),
    Value: Show,
  },
  atEnd: true,
};
