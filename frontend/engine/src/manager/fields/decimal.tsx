import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { numberFormat } from '../numbers.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './base/field.ts';
import { NumberFilter, NumberInput, numberOperators } from './inputs/number-input.tsx';

/** Formats the string itself, because converting it to a number would lose digits. */
function Show({ field, value }: ShowProps) {
  const { language } = useLanguage();
  const digits = { minimumFractionDigits: field.scale, maximumFractionDigits: field.scale };
  return numberFormat(language, digits as Intl.NumberFormatOptions).format(
    value as Intl.StringNumericLiteral,
  );
}

const Input = (props: InputProps) => <NumberInput {...props} inputMode="decimal" />;

const Filter = (props: FilterProps) => <NumberFilter {...props} inputMode="decimal" />;

/** An exact decimal, which is a string in JSON, state and inputs. */
export const kind: FieldKind = {
  Show,
  Input,
  filter: {
    operators: numberOperators,
    isTyped: true,
    Input: Filter,
    accepts: (value) => /^[+-]?\d+(\.\d*)?$/.test(value),
    Value: Show,
  },
  atEnd: true,
};
