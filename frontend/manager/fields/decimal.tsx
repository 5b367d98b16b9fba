import { useLanguage } from '../../i18n/use-language.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import { NumberFilter, NumberInput } from './number-input.tsx';

/** All of its decimals, and none lost: Intl takes the text itself, not a rounded number. */
function Show({ field, value }: ShowProps) {
  const { language } = useLanguage();
  const digits = { minimumFractionDigits: field.scale, maximumFractionDigits: field.scale };
  return new Intl.NumberFormat(language, digits as Intl.NumberFormatOptions).format(
    value as Intl.StringNumericLiteral,
  );
}

const Input = (props: InputProps) => <NumberInput {...props} inputMode="decimal" />;

const Filter = (props: FilterProps) => <NumberFilter {...props} inputMode="decimal" />;

/** An exact number, which stays a text all the way. */
export const decimal: FieldKind = {
  Show,
  Input,
  filters: [
    { operator: 'gte', Input: Filter },
    { operator: 'lte', Input: Filter },
  ],
  atEnd: true,
};
