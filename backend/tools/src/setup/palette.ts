import type { Palette } from '@bindery/contract/api/product.ts';
import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori';

/** Contrast that WCAG 2.2 requires between a text and its background (1.4.3, level AA). */
export const TEXT_CONTRAST = 4.5;

const toOklch = converter('oklch');

type Shade = Pick<Oklch, 'l' | 'c'>;

/** The backgrounds of a theme, and the direction of the search for a readable accent. */
interface Theme {
  /** The background of a page, and of what is selected on it. */
  readonly paper: Shade;
  readonly soft: Shade;
  /** The colour of texts on the accent. */
  readonly ink: string;
  /** The step of lightness towards more contrast with the background. */
  readonly step: number;
}

const LIGHT: Theme = {
  paper: { l: 0.98, c: 0.005 },
  soft: { l: 0.945, c: 0.025 },
  ink: '#ffffff',
  step: -0.01,
};
const DARK: Theme = {
  paper: { l: 0.19, c: 0.012 },
  soft: { l: 0.3, c: 0.045 },
  ink: '#1b1020',
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

function palette(accent: Oklch, { paper, soft, ink, step }: Theme): Palette {
  const hue = (shade: Shade) => hex({ ...accent, ...shade, c: Math.min(shade.c, accent.c) });
  const backgrounds = { paper: hue(paper), accentSoft: hue(soft) };
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
