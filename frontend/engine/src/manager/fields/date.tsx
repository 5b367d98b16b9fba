import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { formatDay } from '../format-day.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import { LineInput } from './inputs/line-input.tsx';
import { TypedFilter } from './inputs/typed-filter.tsx';

function Show({ value }: ShowProps) {
  const { language } = useLanguage();
  return <time dateTime={String(value)}>{formatDay(language, String(value))}</time>;
}

/* The native date picker: accessible by keyboard, supported on every phone, and no extra code. */
const Input = (props: InputProps) => (
  <LineInput {...props} type="date" min={props.field.min} max={props.field.max ?? '9999-12-31'} />
);

const Filter = (props: FilterProps) => <TypedFilter {...props} type="date" max="9999-12-31" />;

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
