import fc from 'fast-check';

/**
 * Generates texts of any code points, lone surrogates among them. fc.string({ unit: 'binary' }) would first spend a second
 * on a table of all of them.
 */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength })
    .map((points) => String.fromCodePoint(...points));
