/** An element whose text is cut by an ellipsis where it has no space. */
const CUT = '[data-cut]';

/** How long the pointer has to rest on a text, and may be away from it, in milliseconds. */
const REST = 300;

const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth;

interface CutTexts {
  /** The element that contains the texts, and the tooltip. */
  readonly box: HTMLElement;
  readonly tooltip: HTMLElement;
}

/**
 * Shows the whole of a cut text in the tooltip while the pointer rests on it or it has the keyboard's focus, and
 * hides it on Escape. Of the row with the focus and its neighbours, Tab reaches the cut texts too. Returns a
 * function that ends it.
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
    tooltip.textContent = text.textContent;
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

  box.addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType === 'touch') return;
      clearTimeout(timer);
      timer = setTimeout(() => showAt(clientX, clientY), REST);
    },
    { signal },
  );
  box.addEventListener(
    'pointerleave',
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => show(undefined), REST);
    },
    { signal },
  );
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
  // The tooltip would stay where the text was.
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

/** Makes the cut texts of a row and of its neighbours focusable, unless they contain what is focusable anyway. */
function letTabReach(focused: HTMLElement) {
  const row = focused.closest('tr');
  for (const near of [row?.previousElementSibling, row, row?.nextElementSibling])
    for (const text of near?.querySelectorAll<HTMLElement>(CUT) ?? [])
      if (!text.querySelector('a, button')) {
        if (isCut(text)) text.tabIndex = 0;
        else text.removeAttribute('tabindex');
      }
}

/** Places the tooltip below the text, or above it where there is no space. Both scroll with the page. */
function place(tooltip: HTMLElement, text: HTMLElement) {
  const { top, bottom, left, right } = text.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetHeight, offsetWidth } = tooltip;
  const isAbove = bottom + offsetHeight > clientHeight && top > offsetHeight;
  const start = getComputedStyle(tooltip.parentElement!).direction === 'rtl' ? clientWidth - right : left;
  const last = clientWidth - offsetWidth;
  tooltip.style.setProperty('--below', `${(isAbove ? top - offsetHeight : bottom) + scrollY}px`);
  tooltip.style.setProperty('--start', `${Math.max(0, Math.min(start, last))}px`);
}
