import { GripVertical } from 'lucide-react';
import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import styles from './use-drag-order.module.css';

interface DragOrderOptions {
  /** The element whose children are the items, in order. */
  list: RefObject<HTMLElement | null>;
  /** The ids of the items, in order. */
  ids: readonly string[];
  /** Moves an item to another place; called whenever the dragged item crosses another one. */
  onMove: (from: number, to: number) => void;
}

/** Returns the id of the dragged item, if any, and a function that renders the grip that drags an item. */
export function useDragOrder({ list, ids, onMove }: DragOrderOptions) {
  const [dragged, setDragged] = useState<string>();
  // On the window: an element that moves in the document loses a captured pointer.
  useEffect(() => {
    if (dragged === undefined) return;
    const drag = ({ clientY }: globalThis.PointerEvent) => {
      const boxes = [...(list.current?.children ?? [])].map((item) => item.getBoundingClientRect());
      const from = ids.indexOf(dragged);
      const to = placeAt(boxes, clientY);
      if (from >= 0 && to >= 0 && to !== from) onMove(from, to);
    };
    const drop = () => setDragged(undefined);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pointermove', drag, { signal });
    addEventListener('pointerup', drop, { signal });
    addEventListener('pointercancel', drop, { signal });
    return () => listening.abort();
  });
  const gripOf = (id: string) => (
    <span
      className={styles.grip}
      data-dragged={dragged === id || undefined}
      aria-hidden="true"
      onPointerDown={(event: PointerEvent) => {
        // No text is selected on the way.
        event.preventDefault();
        setDragged(id);
      }}
    >
      <GripVertical size={18} />
    </span>
  );
  return { dragged, gripOf };
}

/** Returns a list in which one item has moved to another place. */
export function moveItem<Item>(
  items: readonly Item[],
  { from, to }: { from: number; to: number },
): readonly Item[] {
  const moved = [...items];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** Returns the index of the box that contains a height; the first or the last one beyond them. */
export function placeAt(
  boxes: readonly { readonly top: number; readonly bottom: number }[],
  y: number,
): number {
  const place = boxes.findIndex(({ bottom }) => y < bottom);
  return place === -1 ? boxes.length - 1 : place;
}
