import type { MouseEvent, PointerEvent } from 'react';
import { preload } from '#frontend/shell/layout/preload.ts';

/** The elements in a row that handle clicks themselves. */
const INTERACTIVE = 'a, button, input, label, select';

type InBody = HTMLTableSectionElement;

/** Returns the link of the row around an element that handles no clicks itself. */
function linkAround(target: EventTarget): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(INTERACTIVE)) return null;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-record-link]') ?? null;
}

const openInNewTab = ({ href }: HTMLAnchorElement) => void open(href, '_blank', 'noopener');

/**
 * Handlers for a table body: a click anywhere in a row follows its link, unless it ends a text selection. No
 * link covers the row, so that its texts can be selected and copied.
 */
export const openRow = {
  onClick: (event: MouseEvent<InBody>) => {
    const link = linkAround(event.target);
    if (!link || getSelection()?.type === 'Range') return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) openInNewTab(link);
    else link.click();
  },
  onAuxClick: (event: MouseEvent<InBody>) => {
    const link = event.button === 1 && linkAround(event.target);
    if (link) openInNewTab(link);
  },
  onPointerOver: ({ target }: PointerEvent<InBody>) => {
    const link = linkAround(target);
    if (link) preload(link.pathname);
  },
};
