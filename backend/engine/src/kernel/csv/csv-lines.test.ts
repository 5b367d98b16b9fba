import { expect, it } from 'vitest';
import { csvLines } from './csv-lines.ts';

it('texts with line breaks, delimiters or quotation marks are quoted, for programs with other rules', () => {
  expect(csvLines([['a\nb', 'a\rb', 'a\r\nb', 'a;b', 'a"b', '', null, 'a b']])).toBe(
    '"a\nb","a\rb","a\r\nb","a;b","a""b","",,a b\r\n',
  );
});
