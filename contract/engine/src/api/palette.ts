import { ProductError } from '#contract/schema/error.ts';
import { contrast, fromHsl, isColor, toHsl } from './colors.ts';

/** Brand colours in one theme, as `#rrggbb`. Text in `accentInk` must be readable on `accent`. */
export interface Palette {
  /** Background of pages. */
  readonly paper: string;
  /** Buttons, links, and the icon. */
  readonly accent: string;
  /** The accent colour on hover. */
  readonly accentHover: string;
  /** Text on the accent colour. */
  readonly accentInk: string;
  /** Background of selected items. */
  readonly accentSoft: string;
}

/** The palettes of both themes. */
export interface Palettes {
  readonly light: Palette;
  readonly dark: Palette;
}

/** What `product.ts` states: the accent colour. Every other colour is computed from it, unless stated. */
export interface StatedPalettes {
  readonly light: Partial<Palette> & Pick<Palette, 'accent'>;
  readonly dark?: Partial<Palette>;
}

/** Contrast that WCAG 2.2 requires between a text and its background (1.4.3, level AA). */
export const TEXT_CONTRAST = 4.5;

/** How saturated a colour with the hue of the accent is at most, and how light. */
type Shade = readonly [saturation: number, lightness: number];

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

const LIGHT: Theme = { paper: [0.3, 0.98], soft: [0.42, 0.94], ink: '#ffffff', step: -0.01 };
const DARK: Theme = { paper: [0.14, 0.085], soft: [0.26, 0.185], ink: '#1b1020', step: 0.01 };

/** How light the accent of the dark theme is at least. */
const MIN_OF_DARK = 0.76;

/**
 * Returns the palettes of both themes for an accent colour. Its hue stays; its lightness changes until texts
 * are readable.
 */
export const palettesOf = (accent: string): Palettes => ({
  light: palette(accent, LIGHT),
  dark: palette(withLightness(accent, Math.max(toHsl(accent).l, MIN_OF_DARK)), DARK),
});

/**
 * Returns the palettes with the stated colours, and the others computed from the accent, which itself changes
 * until it is readable, unless `accentInk` is stated too. Throws a ProductError that names a value of another
 * form.
 */
export function completed({ light, dark = {} }: StatedPalettes): Palettes {
  requireColors({ light, dark });
  const { accentInk, accent, ...others } = light;
  const computed = palettesOf(accent).light;
  return {
    light: { ...computed, ...others, ...(accentInk !== undefined && { accentInk, accent }) },
    dark: { ...(dark.accent ? palette(dark.accent, DARK) : palettesOf(light.accent).dark), ...dark },
  };
}

function requireColors(palettes: StatedPalettes): void {
  for (const [theme, colors] of Object.entries(palettes))
    for (const [name, color] of Object.entries(colors))
      if (!isColor(String(color)))
        throw new ProductError(
          `colors.${theme}.${name} is ${JSON.stringify(color)}, not a colour like "#7b2d5f"`,
        );
}

function palette(stated: string, { paper, soft, ink, step }: Theme): Palette {
  const backgrounds = { paper: shade(stated, paper), accentSoft: shade(stated, soft) };
  const isReadable = (color: string) =>
    [backgrounds.paper, backgrounds.accentSoft, ink].every(
      (other) => contrast(color, other) >= TEXT_CONTRAST,
    );
  let accent = stated;
  for (let { l } = toHsl(stated); !isReadable(accent) && l + step > 0 && l + step < 1; l += step)
    accent = withLightness(stated, l + step);
  const hover = toHsl(accent).l + 6 * step;
  return {
    ...backgrounds,
    accent,
    accentHover: withLightness(accent, Math.min(1, Math.max(0, hover))),
    accentInk: ink,
  };
}

const withLightness = (color: string, l: number) => fromHsl({ ...toHsl(color), l });

function shade(color: string, [saturation, l]: Shade): string {
  const { h, s } = toHsl(color);
  return fromHsl({ h, s: Math.min(s, saturation), l });
}
