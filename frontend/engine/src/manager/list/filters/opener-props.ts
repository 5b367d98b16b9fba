import type { ResourceField } from '@bindery/contract/schema/index.ts';
import type { MouseEvent } from 'react';
import type { Filtering } from './use-filtering.ts';

/** Returns the props of a button that opens the filters, or the filters of one field. */
export const openerProps = ({ panel }: Filtering, field?: ResourceField) => ({
  popoverTarget: panel.id,
  onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // This click would only close the panel of another button, so the handler closes it first.
    if (panel.opener.current !== currentTarget) document.getElementById(panel.id)?.hidePopover();
    panel.opener.current = currentTarget;
    panel.setField(field);
  },
});
