import { wcagContrast, wcagLuminance } from 'culori';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { darkNeutrals, lightNeutrals } from './brand-styles.ts';
import { completed, palettesOf, TEXT_CONTRAST } from './palette.ts';

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

/** The colours of texts in the dark theme (frontend/engine/src/shell/theme/tokens.css). */
const DARK_TEXTS = ['#f3edf2', '#b9adb9', '#ff7a6e', '#8fd6a8', '#f0c272'];
/** Contrast that WCAG 2.2 requires between a field and its background (1.4.11). */
const BORDER_CONTRAST = 3;

test('parts of the dark theme rise above the page in steps, with readable texts and visible fields, for any accent', () => {
  fc.assert(
    fc.property(color, (accent) => {
      const { dark } = palettesOf(accent);
      const { surface, surfaceSunken, line, lineControl, lineStrong } = darkNeutrals(dark);
      const steps = [dark.paper, surface, surfaceSunken, line, lineControl, lineStrong].map(wcagLuminance);
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
      for (const back of [surface, surfaceSunken]) {
        for (const front of [...DARK_TEXTS, dark.accent])
          expect(wcagContrast(front, back)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        expect(wcagContrast(lineStrong, back)).toBeGreaterThanOrEqual(BORDER_CONTRAST);
      }
    }),
    { examples: [['#fefcff'], ['#ffffff'], ['#000000'], ['#ffff00'], ['#0000ff']] },
  );
});

test('neutral colours of the light theme are those of the starter beside its colours', () => {
  const colors = { paper: '#faf7f4', accentSoft: '#f6e9f1' };
  const { light } = palettesOf('#7b2d5f');
  expect(lightNeutrals({ ...light, ...colors })).toMatchObject({ surfaceSunken: '#f3eeea', line: '#e5dcdd' });
  const [red, , blue] = lightNeutrals(palettesOf('#0a5c8a').light).line.match(/[\da-f]{2}/g)!;
  expect(Number.parseInt(blue!, 16)).toBeGreaterThan(Number.parseInt(red!, 16));
});

test('texts are readable on the neutral colours of the light theme, and fields visible, for any accent', () => {
  fc.assert(
    fc.property(color, (accent) => {
      const { light } = palettesOf(accent);
      const { surfaceSunken, ink, inkSoft, lineStrong } = lightNeutrals(light);
      for (const back of [surfaceSunken, light.paper, light.accentSoft])
        for (const front of [ink, inkSoft])
          expect(wcagContrast(front, back)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      for (const back of ['#ffffff', light.paper])
        expect(wcagContrast(lineStrong, back)).toBeGreaterThanOrEqual(BORDER_CONTRAST);
    }),
    { examples: [['#fefcff'], ['#ffffff'], ['#000000'], ['#ffff00'], ['#0000ff']] },
  );
});

test('surfaces of the dark theme have the hue of the product', () => {
  const [red, , blue] = darkNeutrals(palettesOf('#0a5c8a').dark).surface.match(/[\da-f]{2}/g)!;
  expect(Number.parseInt(blue!, 16)).toBeGreaterThan(Number.parseInt(red!, 16));
});

test.each(['teal', '#fff', 'rgb(0 0 0)', '', '#1234567'])('the colour %j is rejected', (accent) => {
  expect(() => completed({ light: { accent } })).toThrow(
    `product.ts: colors.light.accent is ${JSON.stringify(accent)}, not a colour like "#7b2d5f"`,
  );
  expect(() => completed({ light: { accent: '#7b2d5f' }, dark: { paper: accent } })).toThrow(
    'colors.dark.paper',
  );
});

test('an accent becomes readable, unless the colour of its texts is stated too', () => {
  const light = { accent: '#ffd400' };
  expect(completed({ light }).light.accent).toBe(palettesOf('#ffd400').light.accent);
  expect(completed({ light: { ...light, accentInk: '#000000' } }).light.accent).toBe('#ffd400');
});

test('a readable accent stays unchanged', () => {
  expect(palettesOf('#1a6b8a').light.accent).toBe('#1a6b8a');
  expect(palettesOf('#7b2d5f').light.accent).toBe('#7b2d5f');
});

test('what product.ts does not state follows the accent, and what it states stays', () => {
  const blue = palettesOf('#1a6b8a');
  expect(completed({ light: { accent: '#1a6b8a' } })).toEqual(blue);
  const { light, dark } = completed({
    light: { accent: '#1a6b8a', paper: '#ffffff' },
    dark: { accent: '#ffb000', accentSoft: '#333333' },
  });
  expect(light).toEqual({ ...blue.light, paper: '#ffffff' });
  expect(dark).toMatchObject({ accent: '#ffb000', accentHover: '#ffb91f', accentSoft: '#333333' });
});
