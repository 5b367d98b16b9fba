import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns whether the content of an element is wider than the element: `cut` while more content follows at
 * the end, else `end`.
 */
export function useOverflow(box: RefObject<HTMLElement | null>): 'cut' | 'end' | undefined {
  const [overflow, setOverflow] = useState<'cut' | 'end'>();
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      const { scrollWidth, clientWidth, scrollLeft } = element;
      // In right-to-left text, the distance from the start is negative.
      const isCut = Math.abs(scrollLeft) + clientWidth < scrollWidth - 1;
      setOverflow(scrollWidth > clientWidth ? (isCut ? 'cut' : 'end') : undefined);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The content may become wider than the box although the box stays the same.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box]);
  return overflow;
}
