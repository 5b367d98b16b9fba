import { describe, expect, test } from 'vitest';
import { initialIcon, plainIcon } from './initial-icon.ts';
import { EXAMPLE } from './options.ts';

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

describe('the icon after setup', () => {
  const source = (icon: string) => `export default defineProduct({ name: 'Bindery', icon: '${icon}' });`;

  test('is the initial of the name once the example is gone, and follows a later name', () => {
    const first = plainIcon(source(EXAMPLE.icon), { withoutExample: true });
    expect(first).toBe(initialIcon('Bindery'));
    expect(plainIcon(source(first!), { withoutExample: false, name: 'Acme' })).toBe(initialIcon('Acme'));
    expect(plainIcon(source(first!), { withoutExample: false })).toBeUndefined();
    expect(plainIcon(source(initialIcon('مكتبة')), { withoutExample: false, name: 'Acme' })).toBe(
      initialIcon('Acme'),
    );
  });

  test('remains if it was redrawn, or if the example remains', () => {
    expect(plainIcon(source('M8 8h9'), { withoutExample: true, name: 'Acme' })).toBeUndefined();
    expect(plainIcon(source(EXAMPLE.icon), { withoutExample: false, name: 'Acme' })).toBeUndefined();
  });
});
