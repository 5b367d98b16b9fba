/**
 * The characters that every visit in a Latin script needs: those of English, French and Swahili, of other
 * western European languages, and the signs of the pages. `unicode-range` in
 * frontend/engine/src/shell/theme/fonts.css repeats these lists.
 */
export const LATIN: string =
  'U+0020-007E, U+00A0-00FF, U+0152-0153, U+0160-0161, U+0178, U+017D-017E, U+2009, U+2011, ' +
  'U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+2039-203A, U+20AC, ' +
  'U+2122, U+2190-2193, U+2212';

/** The other letters of names in a Latin script, such as ř and ş. Their file loads if a page contains one. */
export const EXTENDED: string =
  'U+0100-0151, U+0154-015F, U+0162-0177, U+0179-017C, U+017F, U+0218-021B, U+1E9E';

/**
 * The letters, marks and digits of Arabic, Persian and Urdu. Their file loads if a page contains one.
 */
export const ARABIC: string =
  'U+060C, U+061B, U+061F, U+0621-063A, U+0640-0655, U+0660-066D, U+0670-0671, U+0679, ' +
  'U+067E, U+0686, U+0688, U+0691, U+0698, U+06A4, U+06A9, U+06AF, U+06BA, U+06BE, ' +
  'U+06C1-06C3, U+06CC, U+06D2-06D5, U+06F0-06F9';

/** Returns all characters of ranges. */
export function charactersOf(ranges: string): string {
  return [...ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g)]
    .flatMap(([, from = '', to = from]) => {
      const [first = 0, last = 0] = [from, to].map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place));
    })
    .join('');
}
