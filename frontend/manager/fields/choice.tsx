import { type ComponentProps, lazy } from 'react';

// Loaded when a form or a filter first needs it: lists and pages of details go without antd.
const Select = lazy(() => import('antd/es/select'));

/**
 * antd's select. Its form says of an input that it is required, which the select passes on to a plain element
 * that may not carry it; the mark beside the label says the same.
 */
export function Choice({ 'aria-required': _, ...props }: ComponentProps<typeof Select>) {
  return <Select {...props} />;
}
