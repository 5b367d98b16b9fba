import { kebabCase } from '#contract/schema/names.ts';
import { channels, mix, toHex } from './colors.ts';
import type { Palette } from './palette.ts';
import { product } from './product.ts';

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

/** Returns the neutral colours of the dark theme as `#rrggbb`, with the tint of the product's colours. */
export function darkNeutrals({
  paper,
  accentSoft,
}: Palette): Readonly<Record<keyof typeof LIGHTNESS, string>> {
  const base = mix(paper, accentSoft, TINT);
  return mapValues(LIGHTNESS, (share) => mix(base, '#ffffff', share));
}

/** The neutral colours of the light theme beside the starter's colours. */
const LIGHT = {
  surfaceSunken: '#f3eeea',
  ink: '#261d29',
  inkSoft: '#665a69',
  line: '#e5dcdd',
  /** Around buttons, which their text and their place show too; fields have the stronger line. */
  lineControl: '#c2b7be',
  lineStrong: '#8f8190',
};
const STARTER = { paper: '#faf7f4', accentSoft: '#f6e9f1' };

/**
 * Returns the neutral colours of the light theme as `#rrggbb`: as bright as the starter's, with the tint of
 * the product's colours.
 */
export function lightNeutrals({ paper, accentSoft }: Palette): Readonly<Record<keyof typeof LIGHT, string>> {
  const [likePaper, likeAccent] = [tint(STARTER.paper, paper), tint(STARTER.accentSoft, accentSoft)];
  return { ...mapValues(LIGHT, likeAccent), surfaceSunken: likePaper(LIGHT.surfaceSunken) };
}

/** How much of the difference between two tints the neutral colours have. */
const TINT_OF_LIGHT = 0.7;

/** Returns a function that tints a colour as one colour differs from another, and keeps its brightness. */
function tint(from: string, to: string): (color: string) => string {
  const before = channels(from);
  const differences = channels(to).map((value, place) => value - before[place]!);
  const brightness = differences.reduce((sum, value) => sum + value, 0) / 3;
  return (color) =>
    toHex(channels(color).map((value, place) => value + TINT_OF_LIGHT * (differences[place]! - brightness)));
}

/**
 * Returns the CSS variables of the product's colours in both themes, on which the design tokens of the pages
 * (frontend/engine/src/shell/theme/tokens.css) build.
 */
export function brandStyles(): string {
  const { light, dark } = product().colors;
  return `:root{${variables({ ...light, ...lightNeutrals(light) })}}@media screen{:root.dark{${variables({ ...dark, ...darkNeutrals(dark) })}}}`;
}

const variables = (colors: object) =>
  Object.entries(colors)
    .map(([name, value]) => `--${kebabCase(name)}:${value}`)
    .join(';');

const mapValues = <Name extends string, Value>(
  values: Readonly<Record<Name, Value>>,
  map: (value: Value) => string,
) =>
  Object.fromEntries(Object.entries<Value>(values).map(([name, value]) => [name, map(value)])) as Readonly<
    Record<Name, string>
  >;
