import { expect, it } from 'vitest';
import { createRecordScanner } from '#contract/records/csv.ts';

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
