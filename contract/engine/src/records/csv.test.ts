import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeFormula, unescapeFormula } from '#contract/records/csv.ts';
import { anyText } from '#contract/testing/any-text.ts';

const START = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/** Texts that start with apostrophes and formula characters far more often than random texts. */
const nasty = fc
  .tuple(fc.array(fc.constantFrom("'", ...START)), anyText(10))
  .map(([start, rest]) => start.join('') + rest);

it('no cell starts like a formula, except for negative numbers', () => {
  const isNumber = (text: string) => /^-[\d.]+$/.test(text);
  fc.assert(fc.property(nasty, (text) => isNumber(text) || !START.includes(escapeFormula(text)[0] ?? '')));
  expect(escapeFormula('-12.50')).toBe('-12.50');
  expect(escapeFormula('-1+1')).toBe("'-1+1");
});

it('every text is unchanged after a round trip', () => {
  fc.assert(fc.property(nasty, (text) => unescapeFormula(escapeFormula(text)) === text));
});

it('a text that already starts with an apostrophe is distinguished from an escaped one', () => {
  expect(escapeFormula('=1+1')).toBe("'=1+1");
  expect(escapeFormula("'=1+1")).toBe("''=1+1");
  expect(escapeFormula("'tis")).toBe("'tis");
  expect(unescapeFormula("'tis")).toBe("'tis");
});
