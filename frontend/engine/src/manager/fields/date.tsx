import { formatDate } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { FieldKind, ShowProps } from './base/field.ts';
import { DateFilter, DateInput } from './inputs/lazy-date-input.tsx';

function Show({ value }: ShowProps) {
  const { language } = useLanguage();
  return <time dateTime={String(value)}>{formatDate(language, String(value))}</time>;
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** A calendar date. */
export const kind: FieldKind = {
  Show,
  Input: (props) => <DateInput {...props} />,
  filter: {
    operators: ['between', 'gt', 'lt', 'gte', 'lte', 'eq', 'ne', 'empty', 'notEmpty'],
    isTyped: true,
    isTime: true,
    Input: DateFilter,
    accepts: isDay,
    Value: Show,
  },
};
