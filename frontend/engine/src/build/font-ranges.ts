/** A range of code points in the notation of CSS. */
type CharacterRange = `U+${string}`;

/**
 * The characters that every visit in a Latin script needs: those of English, French and Swahili, of other
 * western European languages, and the signs of the pages. `unicode-range` in
 * frontend/engine/src/shell/theme/fonts.css repeats both lists.
 */
export const LATIN: readonly CharacterRange[] = [
  'U+0020-007E',
  'U+00A0-00FF',
  'U+0152-0153',
  'U+0160-0161',
  'U+0178',
  'U+017D-017E',
  'U+2009',
  'U+2011',
  'U+2013-2014',
  'U+2018-201A',
  'U+201C-201E',
  'U+2022',
  'U+2026',
  'U+202F',
  'U+2039-203A',
  'U+20AC',
  'U+2122',
  'U+2190-2193',
  'U+2212',
];

/** The other letters of names in a Latin script, such as ř and ş. Their file loads if a page contains one. */
export const EXTENDED: readonly CharacterRange[] = [
  'U+0100-0151',
  'U+0154-015F',
  'U+0162-0177',
  'U+0179-017C',
  'U+017F',
  'U+0218-021B',
  'U+1E9E',
];

/** Returns all characters of ranges. */
export function charactersOf(ranges: readonly CharacterRange[]): string {
  return ranges
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place));
    })
    .join('');
}
