import { expect, test } from 'vitest';
import { initialIcon } from './initial-icon.ts';
import { defineProduct } from './product.ts';

const SVG_PATH = /^[Mm][\d\s,.a-zA-Z+-]+$/;

test('every Latin letter has a distinct icon, which is an SVG path', () => {
  const icons = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(initialIcon);
  expect(new Set(icons).size).toBe(26);
  for (const icon of icons) expect(icon).toMatch(SVG_PATH);
});

test('accents and lower case change nothing', () => {
  expect(initialIcon('École')).toBe(initialIcon('ecole'));
});

test.each(['', 'مكتبة', '42', '__proto__'])('%j has the icon of a sheet', (name) => {
  expect(initialIcon(name)).toBe(initialIcon(''));
});

test('a product has the initial of its name until it states an icon', () => {
  const stated = { slug: 'zebra', description: '', colors: { light: { accent: '#1a6b8a' } } };
  expect(defineProduct({ ...stated, name: 'Zebra' }).icon).toBe(initialIcon('Z'));
  expect(defineProduct({ ...stated, name: 'Zebra', icon: 'M8 8h9' }).icon).toBe('M8 8h9');
});
