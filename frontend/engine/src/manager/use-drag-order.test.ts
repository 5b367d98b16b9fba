import { expect, test } from 'vitest';
import { moveItem, placeAt } from './use-drag-order.tsx';

test('an item moves to another place, and the others keep their order', () => {
  const items = ['a', 'b', 'c', 'd'];
  expect(moveItem(items, { from: 0, to: 2 })).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(items, { from: 3, to: 0 })).toEqual(['d', 'a', 'b', 'c']);
  expect(items).toEqual(['a', 'b', 'c', 'd']);
});

test('the pointer is at the place of the row below it; above all rows at the first, below all at the last', () => {
  const boxes = [0, 40, 80].map((top) => ({ top, bottom: top + 40 }));
  expect([-100, 0, 39, 40, 119, 500].map((y) => placeAt(boxes, y))).toEqual([0, 0, 0, 1, 2, 2]);
});
