import { type ChangeEvent, type ComponentProps, type InputHTMLAttributes, lazy } from 'react';
import input from '#frontend/shell/components/text-field.module.css';
import type { FieldFilter, FilterProps, InputProps } from '../base/field.ts';

// Lazy, so that lists and detail pages do not load antd.
const Input = lazy(() => import('antd/es/input/Input'));

type Antd = Omit<ComponentProps<typeof Input>, keyof InputProps>;

/** A single-line antd input whose onChange receives the value instead of the event. */
export function LineInput({ resource: _, field, onChange, value, ...props }: InputProps & Antd) {
  return (
    <Input
      {...props}
      name={field.name}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onChange?.(event.target.value)}
    />
  );
}

/** Returns how lists are filtered with a text of one line that has this direction. */
export const textFilter = (dir: 'auto' | 'ltr'): FieldFilter => ({
  operators: ['like', 'startsWith', 'eq', 'ne', 'empty', 'notEmpty'],
  isTyped: true,
  Input: (props) => <TypedFilter {...props} dir={dir} />,
});

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FilterProps>;

/** The server rejects longer search texts. */
const MAX_LENGTH = 200;

/** Renders a text input for a filter's value. A native one, because it must not load antd. */
export function TypedFilter({
  resource: _,
  field: __,
  label,
  values,
  onChange,
  ...props
}: FilterProps & Attributes) {
  return (
    <input
      type="text"
      {...props}
      className={input.input}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_LENGTH}
      value={values[0] ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? [] : [target.value])}
    />
  );
}
