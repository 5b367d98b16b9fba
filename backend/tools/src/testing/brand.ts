import { darkNeutrals } from '@bindery/contract/api/brand-styles.ts';
import { TEXT_CONTRAST } from '@bindery/contract/api/palette.ts';
import { product } from '@bindery/contract/api/product.ts';
import { wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';

const HEX = /^#[\da-f]{6}$/i;

/**
 * Declares tests of product.ts: colours with readable texts, and an icon.
 * @example
 * // product.test.ts
 * testBrand();
 */
export function testBrand(): void {
  describe.each(Object.entries(product().colors))('the %s colours', (_, palette) => {
    test('have the form #rrggbb, which emails and icons need', () => {
      for (const color of Object.values(palette)) expect(color).toMatch(HEX);
    });

    test.each([
      ['links on a page', 'accent', 'paper'],
      ['links on what is selected', 'accent', 'accentSoft'],
      ['the text of a button', 'accentInk', 'accent'],
      ['the text of a button under the pointer', 'accentInk', 'accentHover'],
    ] as const)('make %s readable', (_, text, background) => {
      expect(wcagContrast(palette[text], palette[background])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    });
  });

  test('links are readable on the raised parts of the dark theme', () => {
    const { dark } = product().colors;
    expect(wcagContrast(dark.accent, darkNeutrals(dark).surfaceSunken)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  test('the icon is an SVG path', () => {
    expect(product().icon).toMatch(/^[Mm][\d\s,.a-zA-Z+-]+$/);
  });
}
