import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRecordScanner, escapeFormula, unescapeFormula } from '#contract/records/csv.ts';
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

/** Scans a text in chunks of every size; the size must not matter. */
function scan(text: string) {
  const results = [1, 2, 3, 7, text.length].map((size) => {
    const next = createRecordScanner();
    let scanned = next('');
    for (let from = 0; from < text.length; from += size) scanned = next(text.slice(from, from + size));
    return scanned;
  });
  for (const one of results) expect(one).toEqual(results[0]);
  return results[0];
}

it.each(['\n', '\r', '\r\n'])('lines that end with %j are counted, empty ones are not', (end) => {
  expect(scan(['a,b', '', '1,2', '', '', '3,4', '', ''].join(end))).toEqual({ lines: 3, open: 0 });
  expect(scan(['a,b', '1,2'].join(end))).toEqual({ lines: 1, open: 3 });
});

it('a line break in quotation marks is part of its line', () => {
  expect(scan('a,b\n"1\r\n""\n""",2\n"",""\n')).toEqual({ lines: 3, open: 0 });
  expect(scan('\uFEFF"a\nb"\n1\n')).toEqual({ lines: 2, open: 0 });
});

it('a quotation mark within a cell opens no quotation', () => {
  expect(scan('a,b\n5" disk,2\n3,the "last" one\n')).toEqual({ lines: 3, open: 0 });
});
