import type { Palette } from '@bindery/contract/api/product.ts';
import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori';

/** Contrast that WCAG 2.2 requires between a text and its background (1.4.3, level AA). */
export const TEXT_CONTRAST = 4.5;

const toOklch = converter('oklch');

/** The page background of a theme, and the start and direction of the search for a readable accent. */
interface Theme {
  readonly paper: Pick<Oklch, 'l' | 'c'>;
  readonly soft: Pick<Oklch, 'l' | 'c'>;
  readonly inks: readonly string[];
  /** The step of lightness towards more contrast with the background. */
  readonly step: number;
}

const LIGHT: Theme = {
  paper: { l: 0.98, c: 0.005 },
  soft: { l: 0.945, c: 0.025 },
  inks: ['#ffffff'],
  step: -0.01,
};
const DARK: Theme = {
  paper: { l: 0.19, c: 0.012 },
  soft: { l: 0.3, c: 0.045 },
  inks: ['#1b1020'],
  step: 0.01,
};

/**
 * Returns the palettes of both themes for an accent colour (`#rrggbb`). Its hue stays; its lightness changes
 * until texts are readable. Throws an Error for a text that is not a colour.
 */
export function palettesOf(color: string): { light: Palette; dark: Palette } {
  const accent = /^#[\da-f]{6}$/i.test(color) ? toOklch(color) : undefined;
  if (!accent) throw new Error(`--color must be a colour like #7b2d5f, not "${color}"`);
  return { light: palette(accent, LIGHT), dark: palette({ ...accent, l: Math.max(accent.l, 0.75) }, DARK) };
}

function palette(accent: Oklch, { paper, soft, inks, step }: Theme): Palette {
  const hue = (shade: Pick<Oklch, 'l' | 'c'>) => hex({ ...accent, ...shade, c: Math.min(shade.c, accent.c) });
  const backgrounds = { paper: hue(paper), accentSoft: hue(soft) };
  const ink = inks[0]!;
  let shade = accent;
  const isReadable = () =>
    [backgrounds.paper, backgrounds.accentSoft, ink].every(
      (other) => wcagContrast(hex(shade), other) >= TEXT_CONTRAST,
    );
  while (!isReadable() && shade.l + step > 0 && shade.l + step < 1) shade = { ...shade, l: shade.l + step };
  return {
    ...backgrounds,
    accent: hex(shade),
    accentHover: hex({ ...shade, l: shade.l + 6 * step }),
    accentInk: ink,
  };
}

const hex = (color: Oklch) => formatHex(clampChroma(color, 'oklch'));
