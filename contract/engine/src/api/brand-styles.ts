import { type Palette, product } from './product.ts';

/** How much white the neutral colours of the dark theme have: what lies above the page is lighter. */
const LIGHTNESS = {
  surface: 0.03,
  surfaceSunken: 0.08,
  line: 0.14,
  lineControl: 0.25,
  lineStrong: 0.46,
};

/** How much of the soft accent they have. */
const TINT = 0.15;

/** The neutral colours of the dark theme. Those of the light theme are the same for all products. */
export type DarkNeutrals = Readonly<Record<keyof typeof LIGHTNESS, string>>;

/** Returns the neutral colours of the dark theme as `#rrggbb`, with the tint of the product's colours. */
export function darkNeutrals({ paper, accentSoft }: Palette): DarkNeutrals {
  const base = mix(paper, accentSoft, TINT);
  return mapValues(LIGHTNESS, (share) => mix(base, '#ffffff', share));
}

/**
 * Returns the CSS variables of the product's colours in both themes, on which the design tokens of the pages
 * (frontend/engine/src/shell/theme/tokens.css) build.
 */
export function brandStyles(): string {
  const { light, dark } = product().colors;
  return `:root{${variables(light)}}@media screen{:root.dark{${variables({ ...dark, ...darkNeutrals(dark) })}}}`;
}

const variables = (colors: object) =>
  Object.entries(colors)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

/** Returns a colour between two, for a share of the second. */
function mix(first: string, second: string, share: number): string {
  const ofSecond = channels(second);
  const mixed = channels(first).map((value, place) => value + (ofSecond[place]! - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const mapValues = <Name extends string>(
  values: Readonly<Record<Name, number>>,
  map: (value: number) => string,
) =>
  Object.fromEntries(Object.entries<number>(values).map(([name, value]) => [name, map(value)])) as Readonly<
    Record<Name, string>
  >;
