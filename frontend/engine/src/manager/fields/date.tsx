import { formatDate } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './base/field.ts';
import { DateFilter, DateInput } from './inputs/lazy-date-input.tsx';

function Show({ value }: ShowProps) {
  const { language } = useLanguage();
  return <time dateTime={String(value)}>{formatDate(language, String(value))}</time>;
}

const Input = (props: InputProps) => <DateInput {...props} />;

const Filter = (props: FilterProps) => <DateFilter {...props} />;

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** A calendar date. */
export const kind: FieldKind = {
  Show,
  Input,
  filter: {
    operators: ['between', 'gt', 'lt', 'gte', 'lte', 'eq', 'ne', 'empty', 'notEmpty'],
    isTyped: true,
    isTime: true,
    Input: Filter,
    accepts: isDay,
    Value: Show,
  },
};
