import { expect, test } from 'vitest';
import { areIds, linesOf } from './pasted-lines.ts';

test('a text of several lines becomes its distinct lines, trimmed and without empty ones', () => {
  expect(linesOf('Kintu\r\n  Maru \n\nMaru\u2028كتاب\n')).toEqual(['Kintu', 'Maru', 'كتاب']);
  expect(linesOf('Maru\nMaru')).toEqual(['Maru']);
  for (const single of ['', 'Maru', 'Maru\n', '\n\n']) expect(linesOf(single)).toBeUndefined();
});

test('lines are ids if each of them is an id', () => {
  const id = '01900000-0000-7000-8000-00000000ffFF';
  expect([areIds([id, id]), areIds([id, 'Maru'])]).toEqual([true, false]);
});
