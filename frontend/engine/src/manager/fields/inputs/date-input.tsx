import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import textField from '#frontend/shell/components/text-field.module.css';
import { FieldMessage } from '#frontend/shell/components/text-field.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { FilterProps, InputProps } from '../base/field.ts';
import styles from './date-input.module.css';
import { LineInput, TypedFilter } from './line-input.tsx';
import { fromLocalDate, toLocalDate } from './local-date.ts';

/** The last day that an input takes: the year 10000 would have five digits. */
const LAST_DAY = '9999-12-31';

interface LocalDateOptions {
  /** "2027-01-31", or with a time "2027-01-31T13:30"; empty without a date. */
  readonly value: string;
  readonly withTime?: boolean;
  readonly onChange: (value: string) => void;
}

/**
 * Returns the text of an input of a date, as the language of the page writes it, and what to do with what is
 * typed. What is no date makes the input unreadable, with a date as an example, and its value empty.
 */
function useLocalDate({ value, withTime = false, onChange }: LocalDateOptions) {
  const { language } = useLanguage();
  const [typed, setTyped] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const read = (text: string, isComplete = false) => fromLocalDate(text, { language, withTime, isComplete });
  // What was typed stays as it is while it means the value: "1/31/2027".
  const text = read(typed) === value.slice(0, 16) ? typed : toLocalDate(value, language);
  const isUnreadable = text.trim() !== '' && value === '';
  // The 31st, which is no month, shows the order of its parts.
  const example = toLocalDate(withTime ? '2027-01-31T13:30' : '2027-01-31', language);
  useEffect(() => {
    frame.current?.querySelector('input')?.setCustomValidity(isUnreadable ? example : '');
  });
  return {
    frame,
    text,
    example,
    isUnreadable,
    type: (next: string) => {
      setTyped(next);
      onChange(read(next));
    },
    leave: () => {
      const complete = read(typed, true);
      if (complete === '') return;
      setTyped('');
      if (complete !== value.slice(0, 16)) onChange(complete);
    },
    pick: (next: string) => {
      setTyped('');
      onChange(next);
    },
  };
}

interface FrameProps {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly value: string;
  readonly withTime?: boolean;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onPick: (value: string) => void;
  readonly children: ReactNode;
}

/**
 * Renders a field of text with the button that opens the picker of the browser, which is the best one on
 * every device.
 */
function DateFrame({ frame, value, withTime = false, min, max = LAST_DAY, onPick, children }: FrameProps) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div ref={frame} className={styles.frame}>
      {children}
      <IconButton
        className={styles.button}
        label={t('manager.dates.open')}
        onClick={() => picker.current?.showPicker()}
      >
        <CalendarDays size={18} aria-hidden="true" />
      </IconButton>
      <input
        ref={picker}
        className={styles.picker}
        type={withTime ? 'datetime-local' : 'date'}
        min={min}
        max={withTime ? `${max.slice(0, 10)}T23:59` : max}
        tabIndex={-1}
        aria-hidden="true"
        value={withTime ? value.slice(0, 16) : value}
        onChange={({ target }) => onPick(target.value)}
      />
    </div>
  );
}

/** Returns what an empty input says: in which order the language writes a date. */
function useHint(withTime = false): string {
  const { t } = useTranslation();
  const date = t('manager.dates.hint');
  return withTime ? `${date} ${t('manager.dates.timeHint')}` : date;
}

interface DateInputProps extends InputProps {
  /** Whether it is a time of a day, in local time. */
  readonly withTime?: boolean;
}

/** Renders the input of a date in a form. */
export function DateInput({ value: given, onChange, withTime = false, ...props }: DateInputProps) {
  const value = typeof given === 'string' ? given : '';
  const date = useLocalDate({ value, withTime, onChange: (next) => onChange?.(next) });
  return (
    <DateFrame
      frame={date.frame}
      value={value}
      withTime={withTime}
      {...(!withTime && boundsOf(props.field))}
      onPick={date.pick}
    >
      <LineInput
        {...props}
        className={styles.text ?? ''}
        placeholder={useHint(withTime)}
        value={date.text}
        onBlur={date.leave}
        onChange={(next) => date.type(String(next))}
      />
    </DateFrame>
  );
}

const boundsOf = ({ min, max }: ResourceField) => ({
  ...(typeof min === 'string' && { min }),
  ...(typeof max === 'string' && { max }),
});

/** Renders the input of a day that values are compared with. */
export function DateFilter({ values: [value = ''], onChange, ...props }: FilterProps) {
  const date = useLocalDate({ value, onChange: (next) => onChange(next === '' ? [] : [next]) });
  return (
    <DateFrame frame={date.frame} value={value} onPick={date.pick}>
      <TypedFilter
        {...props}
        placeholder={useHint()}
        values={[date.text]}
        onBlur={date.leave}
        onChange={([next = '']) => date.type(next)}
      />
    </DateFrame>
  );
}

/** Props of a field of a day. */
export interface DayFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** "2027-01-31", or empty. */
  readonly value: string;
  /** The first day that the picker offers. */
  readonly min?: string;
  readonly name: string;
  readonly onChange: (value: string) => void;
}

/** Renders a day with its label, outside of the forms of records. Reports invalid input. */
export function DayField({ label, hint, error, value, min, name, onChange }: DayFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const date = useLocalDate({ value, onChange });
  const { isUnreadable, example } = date;
  const invalid = isLeft && isUnreadable ? t('manager.dates.invalid', { field: label, example }) : undefined;
  const problem = error ?? invalid;
  return (
    <div className={textField.field}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <DateFrame frame={date.frame} value={value} min={min} onPick={date.pick}>
        <input
          id={id}
          name={name}
          className={textField.input}
          type="text"
          autoComplete="off"
          placeholder={useHint()}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          value={date.text}
          onBlur={() => {
            setLeft(true);
            date.leave();
          }}
          onChange={({ target }) => {
            setLeft(false);
            date.type(target.value);
          }}
        />
      </DateFrame>
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      <FieldMessage id={`${id}-error`} error={problem} />
    </div>
  );
}
