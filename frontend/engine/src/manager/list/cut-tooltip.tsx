import { type RefObject, useEffect, useRef } from 'react';
import styles from './cut-tooltip.module.css';
import { showCutTexts } from './show-cut-texts.ts';

/**
 * Renders the tooltip with the full version of a truncated text: under the pointer, or on keyboard focus.
 * Screen readers do not need it, because they read the full text anyway.
 */
export function CutTooltip({ box }: { box: RefObject<HTMLElement | null> }) {
  const tooltip = useRef<HTMLDivElement>(null);
  useEffect(() => showCutTexts({ box: box.current!, tooltip: tooltip.current! }), [box]);
  return <div ref={tooltip} className={styles.tooltip} popover="manual" dir="auto" aria-hidden="true" />;
}
