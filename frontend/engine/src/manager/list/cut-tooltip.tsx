import { type RefObject, useEffect, useRef } from 'react';
import styles from './cut-tooltip.module.css';

/**
 * Renders the tooltip with the full version of a truncated text: under the pointer, or on keyboard focus.
 * Screen readers do not need it, because they read the full text anyway.
 */
export function CutTooltip({ box }: { box: RefObject<HTMLElement | null> }) {
  const tooltip = useRef<HTMLDivElement>(null);
  useEffect(() => showCutTexts({ box: box.current!, tooltip: tooltip.current! }), [box]);
  return <div ref={tooltip} className={styles.tooltip} popover="manual" dir="auto" aria-hidden="true" />;
}

/** An element whose text is truncated with an ellipsis where space is missing. */
const CUT = '[data-cut]';

/** How long the pointer must be over a text, or may be away from it, in milliseconds. */
const REST = 300;

/** Text that no ellipsis truncates: it is not shown. */
const HIDDEN = '.only-for-screen-readers';

const overflows = (element: HTMLElement) => element.scrollWidth > element.clientWidth;
/** Beside a picture, the name itself is truncated. */
const isCut = (element: HTMLElement) =>
  overflows(element) || [...element.querySelectorAll<HTMLElement>(`bdi:not(${HIDDEN})`)].some(overflows);

function shownText(element: HTMLElement) {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll(HIDDEN)) hidden.remove();
  return copy.textContent;
}

interface CutTexts {
  /** The element that contains the texts, and the tooltip. */
  readonly box: HTMLElement;
  readonly tooltip: HTMLElement;
}

/**
 * Shows a truncated text in full in the tooltip while the pointer is over it or it has the keyboard focus,
 * and hides the tooltip on Escape. Tab also reaches the truncated texts of the row with the focus and of its
 * neighbours. Returns a function that removes the listeners.
 */
export function showCutTexts({ box, tooltip }: CutTexts): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let shown: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout>;

  const show = (text: HTMLElement | undefined) => {
    clearTimeout(timer);
    if (text === shown) return;
    if (shown) tooltip.hidePopover();
    shown = text;
    if (!text) return;
    tooltip.textContent = shownText(text);
    tooltip.showPopover();
    place(tooltip, text);
  };
  const showAt = (x: number, y: number) => {
    const element = document.elementFromPoint(x, y);
    // The pointer may move on to the tooltip, to scroll it.
    if (element === tooltip) return;
    const text = element?.closest<HTMLElement>(CUT);
    show(text && isCut(text) ? text : undefined);
  };

  const afterRest = (act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, REST);
  };

  box.addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) =>
      pointerType !== 'touch' && afterRest(() => showAt(clientX, clientY)),
    { signal },
  );
  box.addEventListener('pointerleave', () => afterRest(() => show(undefined)), { signal });
  box.addEventListener(
    'focusin',
    ({ target }) => {
      const focused = target as HTMLElement;
      letTabReach(focused);
      const text = focused.closest<HTMLElement>(CUT) ?? focused.querySelector<HTMLElement>(CUT);
      show(text && focused.matches(':focus-visible') && isCut(text) ? text : undefined);
    },
    { signal },
  );
  box.addEventListener('focusout', () => show(undefined), { signal });
  addEventListener('keydown', ({ key }) => key === 'Escape' && show(undefined), { signal });
  // The tooltip would stay at the old position of the text.
  addEventListener('scroll', ({ target }) => target !== tooltip && show(undefined), {
    signal,
    capture: true,
    passive: true,
  });
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}

/**
 * Makes the truncated texts of a row and its neighbours focusable, unless they contain focusable elements
 * anyway.
 */
function letTabReach(focused: HTMLElement) {
  const row = focused.closest('tr');
  for (const near of [row?.previousElementSibling, row, row?.nextElementSibling])
    for (const text of near?.querySelectorAll<HTMLElement>(CUT) ?? [])
      if (!text.querySelector('a, button')) {
        if (isCut(text)) text.tabIndex = 0;
        else text.removeAttribute('tabindex');
      }
}

/** The distance of the tooltip from the edges of the window, in pixels. */
const MARGIN = 8;

/** Places the tooltip below the text, or above it if space is missing. Both scroll with the page. */
function place(tooltip: HTMLElement, text: HTMLElement) {
  const { top, bottom, left, right } = text.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetHeight, offsetWidth } = tooltip;
  const isAbove = bottom + offsetHeight > clientHeight && top > offsetHeight;
  const start = getComputedStyle(tooltip.parentElement!).direction === 'rtl' ? clientWidth - right : left;
  const last = clientWidth - offsetWidth - MARGIN;
  tooltip.style.setProperty('--below', `${(isAbove ? top - offsetHeight : bottom) + scrollY}px`);
  tooltip.style.setProperty('--start', `${Math.max(MARGIN, Math.min(start, last))}px`);
}
