import { type ComponentProps, lazy, useEffect } from 'react';

// Lazy, so that lists and detail pages do not load antd.
const Select = lazy(() => import('antd/es/select'));

/**
 * antd's select. Passes `aria-required`, which antd's form sets, to the inner input: the select would set it on
 * a plain element, where ARIA does not allow it.
 */
export function Choice({ 'aria-required': required, ...props }: ComponentProps<typeof Select>) {
  const { id } = props;
  useEffect(() => {
    if (required && id) document.getElementById(id)?.setAttribute('aria-required', 'true');
  }, [required, id]);
  return <Select {...props} />;
}
