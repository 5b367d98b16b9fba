import fc from 'fast-check';

/**
 * Generates texts with any code points, including lone surrogates. fc.string({ unit: 'binary' }) would first
 * spend a second on a table of all code points.
 */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength })
    .map((points) => String.fromCodePoint(...points));
