import { dayAndTime, formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import styles from './fields.module.css';
import { LineFilter, LineInput } from './line-input.tsx';
import { dayOf, endOfDay, momentFrom, momentToInput, startOfDay } from './moment.ts';

/** Where a line is too short for all of it, it breaks between the day and the time. */
function Show({ value }: ShowProps) {
  const { language } = useLanguage();
  const [day, time] = dayAndTime(language, String(value));
  return (
    <time dateTime={String(value)}>
      <span className={styles.whole}>{day}</span> <span className={styles.whole}>{time}</span>
    </time>
  );
}

/* In the visitor's own time; the contract keeps UTC. */
const Input = (props: InputProps) => (
  <LineInput {...props} type="datetime-local" step="any" max="9999-12-31T23:59" />
);

/** A list is narrowed by whole days of the visitor's own time. */
const dayFilter =
  (moment: (day: string) => string) =>
  ({ values, onChange, ...props }: FilterProps) => (
    <LineFilter
      {...props}
      type="date"
      max="9999-12-31"
      values={values.map(dayOf)}
      onChange={(days) => onChange(days.map(moment))}
    />
  );

function FilterValue({ value }: { value: string }) {
  const { language } = useLanguage();
  return formatDate(language, value);
}

/** A moment. */
export const datetime: FieldKind = {
  Show,
  Input,
  filters: [
    { operator: 'gte', Input: dayFilter(startOfDay) },
    { operator: 'lte', Input: dayFilter(endOfDay) },
  ],
  FilterValue,
  toInput: (json) => (typeof json === 'string' ? momentToInput(json) : ''),
  toJson: (input) => (typeof input === 'string' && input !== '' ? momentFrom(input) : null),
};
