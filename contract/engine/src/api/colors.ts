/** Computations with colours of the form `#rrggbb`. */

/** Returns whether a text is a colour of this form. */
export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

/** Returns a colour between two, for a share of the second. */
export function mix(first: string, second: string, share: number): string {
  const ofSecond = channels(second);
  return toHex(channels(first).map((value, place) => value + (ofSecond[place]! - value) * share));
}

/** Returns red, green and blue, from 0 to 255. */
export const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Returns the colour of red, green and blue, from 0 to 255. */
export const toHex = (values: readonly number[]): string =>
  `#${values.map((value) => clamp(value).toString(16).padStart(2, '0')).join('')}`;

const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)));

/** Hue in turns; saturation and lightness from 0 to 1. */
interface Hsl {
  readonly h: number;
  readonly s: number;
  readonly l: number;
}

/** Returns the hue, saturation and lightness of a colour. */
export function toHsl(color: string): Hsl {
  const [r, g, b] = channels(color).map((value) => value / 255) as [number, number, number];
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [l, range] = [(max + min) / 2, max - min];
  if (range === 0) return { h: 0, s: 0, l };
  const sixth = max === r ? (g - b) / range : max === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return { h: (sixth / 6 + 1) % 1, s: range / (1 - Math.abs(2 * l - 1)), l };
}

/** Returns the colour of a hue, saturation and lightness. */
export function fromHsl({ h, s, l }: Hsl): string {
  const channel = (offset: number) => {
    const twelfth = (offset + h * 12) % 12;
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(twelfth - 3, 9 - twelfth, 1));
  };
  return toHex([0, 8, 4].map((offset) => 255 * channel(offset)));
}

/** Returns the contrast of two colours as WCAG 2.2 defines it: from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
