import type { ComponentProps } from 'react';
import { Select } from './antd.ts';

/**
 * antd's select. Its form says of an input that it is required, which the select passes on to a plain element
 * that may not carry it; the mark beside the label says the same.
 */
export function Choice({ 'aria-required': _, ...props }: ComponentProps<typeof Select>) {
  return <Select {...props} />;
}
