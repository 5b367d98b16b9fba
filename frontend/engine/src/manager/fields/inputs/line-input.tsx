import { type ChangeEvent, type ComponentProps, lazy } from 'react';
import type { InputProps } from '../base/field.ts';

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
