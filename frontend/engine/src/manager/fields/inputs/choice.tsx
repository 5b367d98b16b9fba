import { ChevronDown, X } from 'lucide-react';
import { type ComponentProps, lazy, useEffect } from 'react';

// Lazy, so that lists and detail pages do not load antd.
const Select = lazy(() => import('antd/es/select'));

const ARROW = <ChevronDown size={18} aria-hidden="true" />;
const CLEAR = { clearIcon: <X size={14} aria-hidden="true" /> };

/**
 * antd's select, with the icons of the other pages. Passes `aria-required`, which antd's form sets, to the inner input: the select would set it on
 * a plain element, where ARIA does not allow it.
 */
export function Choice(choice: ComponentProps<typeof Select>) {
  const { 'aria-required': required, allowClear, ...props } = choice;
  const { id } = props;
  useEffect(() => {
    if (required && id) document.getElementById(id)?.setAttribute('aria-required', 'true');
  }, [required, id]);
  return (
    <Select
      {...props}
      suffixIcon={ARROW}
      removeIcon={CLEAR.clearIcon}
      allowClear={allowClear ? CLEAR : false}
    />
  );
}
