import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { type Drop, type ListTable, moveColumn } from './list-table.ts';

/** How far the pointer moves before a drag starts, in pixels; a shorter move is a click, which sorts. */
const START = 6;

interface Drag {
  readonly id: string;
  readonly x: number;
  isUnderWay: boolean;
}

/** A dragged column and its target position. */
export interface ColumnDrag {
  readonly id: string;
  readonly drop: Drop;
}

/**
 * Returns the dragged column, and the handlers of the heading row that let a mouse or a pen drag columns. A
 * finger scrolls; on the keyboard, Shift with an arrow key moves a column.
 */
export function useColumnDrag(table: ListTable) {
  const [dragged, setDragged] = useState<ColumnDrag>();
  const drag = useRef<Drag>(undefined);
  const end = () => {
    drag.current = undefined;
    setDragged(undefined);
  };
  return {
    dragged,
    handlers: {
      onPointerDown({ target, button, pointerType, clientX }: PointerEvent) {
        const id = headingAround(target)?.dataset.column;
        if (id === undefined || button !== 0 || pointerType === 'touch') return;
        drag.current = { id, x: clientX, isUnderWay: false };
      },
      onPointerMove({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
        const { current } = drag;
        if (!current || (!current.isUnderWay && Math.abs(clientX - current.x) < START)) return;
        if (!current.isUnderWay) currentTarget.setPointerCapture(pointerId);
        current.isUnderWay = true;
        const drop = dropAt(currentTarget, clientX);
        setDragged(drop && { id: current.id, drop });
      },
      onPointerUp() {
        if (dragged && dragged.id !== dragged.drop.id) moveColumn(table, dragged.id, dragged.drop);
        // The click that follows would sort.
        if (drag.current?.isUnderWay) requestAnimationFrame(end);
        else end();
      },
      onPointerCancel: end,
      onClickCapture(event: MouseEvent) {
        if (drag.current?.isUnderWay) event.stopPropagation();
      },
    },
  };
}

const headingAround = (target: EventTarget) =>
  target instanceof Element && !target.closest('[role=separator]')
    ? target.closest<HTMLElement>('th[data-column]')
    : null;

/** Returns the side of a column that the pointer is closest to. */
function dropAt(row: HTMLElement, x: number): Drop | undefined {
  const isRightToLeft = getComputedStyle(row).direction === 'rtl';
  for (const heading of row.querySelectorAll<HTMLElement>('th[data-column]')) {
    const { left, right } = heading.getBoundingClientRect();
    if (x < left || x > right) continue;
    const isLeft = x < (left + right) / 2;
    return { id: heading.dataset.column!, side: isLeft === isRightToLeft ? 'after' : 'before' };
  }
  return undefined;
}
