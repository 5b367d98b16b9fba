import { expect, test } from 'vitest';
import { matchingTexts } from './matching-texts.ts';

const upTo = (max: number) => (text: string) => text.length <= max && text.trim() === text;

test.each([
  /^[A-Z]{3}-\d{4}$/,
  /^(97[89])?\d{9}[\dX]$/,
  /^\p{L}+$/u,
  /^abc[a-z]+/i,
  /[a-z]+@x/,
  /^(?=.*\d)(?=.*[a-z]).{6,}$/,
  /^(?!0)\d{5}$/,
  /^(a|b)\1+$/,
  /\bfoo\b \d/,
  /^[^\s]+$/,
  /^[A-Z]+(?:-[A-Z]+)*$/g,
])('several texts match %s, the same every time', (pattern) => {
  const texts = matchingTexts(pattern, upTo(40));
  expect(texts.length).toBeGreaterThan(3);
  expect(matchingTexts(pattern, upTo(40))).toEqual(texts);
  for (const text of texts) expect(text).toMatch(new RegExp(pattern.source, pattern.flags.replace('g', '')));
});

test('throws for a pattern that no text of that length matches', () => {
  expect(() => matchingTexts(/^[a-z]{9}$/, upTo(5))).toThrow('No text was found that matches /^[a-z]{9}$/');
});
