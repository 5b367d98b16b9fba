import { expect, test } from 'vitest';
import { initialIcon } from './initial-icon.ts';

const SVG_PATH = /^[Mm][\d\s,.a-zA-Z+-]+$/;

test('every Latin letter has a distinct icon, which is an SVG path', () => {
  const icons = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(initialIcon);
  expect(new Set(icons).size).toBe(26);
  for (const icon of icons) expect(icon).toMatch(SVG_PATH);
});

test('accents and lower case change nothing', () => {
  expect(initialIcon('École')).toBe(initialIcon('ecole'));
});

test.each(['', 'مكتبة', '42', '__proto__'])('%j has the icon of four tiles', (name) => {
  expect(initialIcon(name)).toBe(initialIcon(''));
});
