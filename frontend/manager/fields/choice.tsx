import { type ComponentProps, lazy, useEffect } from 'react';

// Loaded when a form or a filter first needs it: lists and pages of details go without antd.
const Select = lazy(() => import('antd/es/select'));

/**
 * antd's select. Its form says of an input that it is required, which the select would pass on to a plain element
 * that may not carry it: here it gets to the input inside.
 */
export function Choice({ 'aria-required': required, ...props }: ComponentProps<typeof Select>) {
  const { id } = props;
  useEffect(() => {
    if (required && id) document.getElementById(id)?.setAttribute('aria-required', 'true');
  }, [required, id]);
  return <Select {...props} />;
}
