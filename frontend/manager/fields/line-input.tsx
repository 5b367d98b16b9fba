import { type ChangeEvent, type ComponentProps, lazy } from 'react';
import type { FilterProps, InputProps } from './field.ts';

// Loaded when a form or a filter first needs it: lists and pages of details go without antd.
const Input = lazy(() => import('antd/es/input/Input'));

type Antd = Omit<ComponentProps<typeof Input>, keyof InputProps>;

/** An input of one line, made of antd's: it speaks of values where antd speaks of events. */
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

/** A filter of one line: no value when it is empty. */
export function LineFilter({ values, onChange, ...props }: FilterProps & Antd) {
  return (
    <LineInput
      {...props}
      value={values[0]}
      onChange={(value) => onChange(value === '' ? [] : [String(value)])}
    />
  );
}
