import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { palettesOf, TEXT_CONTRAST } from './palette.ts';

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const color = fc.tuple(channel, channel, channel).map((channels) => `#${channels.join('')}`);

test('texts are readable in both themes for any accent', () => {
  fc.assert(
    fc.property(color, (accent) => {
      for (const { paper, accent: text, accentHover, accentInk, accentSoft } of Object.values(
        palettesOf(accent),
      ))
        for (const [front, back] of [
          [text, paper],
          [text, accentSoft],
          [accentInk, text],
          [accentInk, accentHover],
        ] as const)
          expect(wcagContrast(front, back)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }),
    { examples: [['#fefcff'], ['#ffffff'], ['#000000'], ['#ffff00'], ['#0000ff']] },
  );
});

test('a readable accent stays unchanged', () => {
  expect(palettesOf('#7b2d5f').light.accent).toBe('#7b2d5f');
});

test.each(['', 'red', '#fff', '#12345g', '__proto__'])('"%s" is rejected as a colour', (colour) => {
  expect(() => palettesOf(colour)).toThrow(/--color must be a colour like #7b2d5f/);
});
