import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** How long a finger must press, in milliseconds, and how far it may slip, in pixels. */
const REST = 500;
const SLIP = 10;

interface Press {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
  isLong: boolean;
}

/**
 * Returns the handlers of an element that calls back on a long press. The click at the end of the press is
 * ignored.
 */
export function useLongPress(onLongPress: (target: Element) => void) {
  const press = useRef<Press>(undefined);
  const end = () => clearTimeout(press.current?.timer);
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown({ pointerType, target, clientX, clientY }: PointerEvent) {
      end();
      press.current = undefined;
      if (pointerType !== 'touch' || !(target instanceof Element)) return;
      const timer = setTimeout(() => {
        press.current!.isLong = true;
        onLongPress(target);
      }, REST);
      press.current = { timer, x: clientX, y: clientY, isLong: false };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > SLIP) end();
    },
    onPointerUp: end,
    // The finger scrolls.
    onPointerCancel: end,
    // The menu of a link would hide the effect of the press.
    onContextMenu: (event: MouseEvent) => press.current && event.preventDefault(),
    onClickCapture(event: MouseEvent) {
      if (!press.current?.isLong) return;
      press.current = undefined;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
