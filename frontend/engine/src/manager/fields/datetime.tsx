import { dayAndTime, formatDate, formatDateTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { LocalTime } from '../local-time.tsx';
import { shortTime } from '../short-time.ts';
import type { FieldKind, ShowProps } from './base/field.ts';
import { DateFilter, DateInput } from './inputs/lazy-date-input.tsx';
import { dayOf, endOfDay, startOfDay, timestampFromInput, timestampToInput } from './timestamp.ts';

/** In a narrow column, the line breaks between date and time. */
const Show = ({ value }: ShowProps) => <LocalTime at={String(value)} format={dayAndTime} />;

const Cell = ({ value }: ShowProps) => (
  <LocalTime at={String(value)} format={shortTime} title={formatDateTime} />
);

function FilterValue({ value }: { value: string }) {
  const { language } = useLanguage();
  return formatDate(language, value);
}

/** A date with time. */
export const kind: FieldKind = {
  Show,
  Cell,
  // Entered in local time; the API uses UTC.
  Input: (props) => <DateInput {...props} withTime />,
  filter: {
    // No `eq`: a filter for an exact millisecond is useless.
    operators: ['between', 'gt', 'lt', 'gte', 'lte', 'empty', 'notEmpty'],
    isTyped: true,
    isTime: true,
    // By whole days in local time.
    Input: DateFilter,
    accepts: (value) => dayOf(value) !== '',
    toInput: dayOf,
    // "After a day" means after its end, and "until a day" until its end.
    fromInput: (day, operator) => (operator === 'gt' || operator === 'lte' ? endOfDay(day) : startOfDay(day)),
    Value: FilterValue,
  },
  toInput: (json) => (typeof json === 'string' ? timestampToInput(json) : ''),
  toJson: (input) => (typeof input === 'string' && input !== '' ? timestampFromInput(input) : null),
};
