import { dayStyle } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import { LineFilter, LineInput } from './line-input.tsx';

/** A day has no zone: it is the same one everywhere. */
function Show({ value }: ShowProps) {
  const { language } = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: dayStyle(language), timeZone: 'UTC' });
  return <time dateTime={String(value)}>{day.format(new Date(`${value}T00:00:00Z`))}</time>;
}

/* The browser's own calendar: it works by keyboard and on every phone, and weighs nothing. */
const Input = (props: InputProps) => (
  <LineInput {...props} type="date" min={props.field.min} max={props.field.max ?? '9999-12-31'} />
);

const Filter = (props: FilterProps) => <LineFilter {...props} type="date" max="9999-12-31" />;

/** A day of the calendar. */
export const date: FieldKind = {
  Show,
  Input,
  filters: [
    { operator: 'gte', Input: Filter },
    { operator: 'lte', Input: Filter },
  ],
};
