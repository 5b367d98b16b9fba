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
