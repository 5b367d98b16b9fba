/** The options that bound the values of a field. */
interface Bounds {
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
}

/** Returns a number from `low` to `high`, in steps of 1 from the lowest; either bound is optional. */
export const between = ({ low, high, number }: { low?: number; high?: number; number: number }): number => {
  const first = low ?? (high !== undefined && high < 1 ? high - 1000 : 1);
  return first + (number % (Math.min(high ?? first + 1000, first + 1000) - first + 1));
};

/** Returns the bounds of a field in units of its last decimal. */
export const boundsOf = ({ min, max }: Bounds, scale = 0): { low?: number; high?: number } => ({
  ...(min !== undefined && { low: Math.ceil(Number(min) * 10 ** scale) }),
  ...(max !== undefined && { high: Math.floor(Number(max) * 10 ** scale) }),
});

/** Returns a timestamp within the bounds of a field; the number counts steps of the given milliseconds. */
export const timestampWithin = (
  { min, max }: Bounds,
  { number, step }: { number: number; step: number },
): Date => {
  const low =
    Date.parse(String(min ?? max ?? '2020-01-01')) -
    (min === undefined && max !== undefined ? 1000 * step : 0);
  const span = max === undefined ? 1000 * step : Date.parse(String(max)) - low;
  return new Date(low + ((number * step) % (span + step)));
};

/** Returns the first text that is short enough for a field, or else the last one. */
export const fitting = ({ max }: Bounds, texts: readonly [string, ...string[]]): string =>
  texts.find((text) => text.length <= Number(max)) ?? texts.at(-1)!;

/** Returns a text for a field, consisting of its title and a number. */
export const numberedText = (field: Bounds & { readonly title: string }, number: number): string => {
  const mark = number.toString(36);
  const text = fitting(field, [`${field.title} ${number}`, `${field.title.slice(0, 3)}${mark}`, mark]);
  return text.padEnd(Number(field.min ?? 0), 'x');
};

/** Returns the shortest text that is too long for a field, with its error. */
export const tooLong = ({ max }: Bounds) => ['x'.repeat(Number(max) + 1), 'errors.tooLong'] as const;

/** Returns a text of one word, as long as a field allows, up to 255 characters. */
export const oneWord = ({ max }: Bounds, start: string): string =>
  start.padEnd(255, 'W').slice(0, Math.min(Number(max), 255));
