import { dayStyle } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import { LineFilter, LineInput } from './inputs/line-input.tsx';

/** A date has no time zone, so it is not converted. */
function Show({ value }: ShowProps) {
  const { language } = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: dayStyle(language), timeZone: 'UTC' });
  return <time dateTime={String(value)}>{day.format(new Date(`${value}T00:00:00Z`))}</time>;
}

/* The native date picker: accessible by keyboard, supported on every phone, and no extra code. */
const Input = (props: InputProps) => (
  <LineInput {...props} type="date" min={props.field.min} max={props.field.max ?? '9999-12-31'} />
);

const Filter = (props: FilterProps) => <LineFilter {...props} type="date" max="9999-12-31" />;

/** A calendar date. */
export const kind: FieldKind = {
  Show,
  Input,
  filters: [
    { operator: 'gte', Input: Filter },
    { operator: 'lte', Input: Filter },
  ],
};
