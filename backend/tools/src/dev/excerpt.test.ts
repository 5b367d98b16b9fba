import { expect, test } from 'vitest';
import { excerptAt, formatExcerpt } from './excerpt.ts';

const shown = (line: string, of: string) => {
  const [first, mark] = formatExcerpt(excerptAt(line, { line: 1, column: line.indexOf(of) + 1 })).split('\n');
  return { line: first!, marked: first!.slice(mark!.indexOf('^')) };
};

test('the mistake is a whole word, a whole text, or one sign', () => {
  const [line] = excerptAt("a: strng('x y')", { line: 1, column: 4 });
  expect(line).toEqual({ number: 1, before: 'a: ', marked: 'strng', after: "('x y')" });
  expect(excerptAt("a: ['x y']", { line: 1, column: 5 })[0]?.marked).toBe("'x y'");
  expect(excerptAt('a: ,b', { line: 1, column: 4 })[0]?.marked).toBe(',');
  expect(excerptAt('a:', { line: 1, column: 3 })[0]).toEqual({
    number: 1,
    before: 'a:',
    marked: ' ',
    after: '',
  });
});

test('a long line is cut around the mistake: a terminal shows its number and its start', () => {
  const line = `    name: text({ ${'required: true, '.repeat(8)}requird: true, ${'max: 1, '.repeat(20)}}),`;
  const cut = shown(line, 'requird');
  expect(cut.line).toMatch(/^1 \| {5}name: text\(.*….*required: true, requird: true.*…$/);
  expect(cut.line.length).toBeLessThan(76);
  expect(cut.marked).toMatch(/^requird/);
  const short = shown('  name: txt(),', 'txt');
  expect(short).toEqual({ line: '1 |   name: txt(),', marked: 'txt(),' });
});

test('tabs before the mark are as wide as those of the line', () => {
  expect(formatExcerpt(excerptAt('\tname: txt(),', { line: 1, column: 8 }))).toBe(
    '1 | \tname: txt(),\n  | \t      ^',
  );
});
