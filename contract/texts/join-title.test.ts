import { expect, test } from 'vitest';
import { joinTitle } from './join-title.ts';

test.each([
  [['🧪 Staging', 'Home', 'Kit'], '🧪 Staging · Home · Kit'],
  [[null, '', undefined, 'Kit'], 'Kit'],
  [[], ''],
  [['منشار', 'Kit'], 'منشار · Kit'],
  [['Drill', 'عدّة'], 'Drill · عدّة'],
  [['3D'], '3D'],
])('the parts %j are the title “%s”', (parts, title) => expect(joinTitle(parts)).toBe(title));

test.each([
  [['منشار', '3D Kit'], '\u2068منشار\u2069 · \u20683D Kit\u2069'],
  [['🧪', 'منشار', 'عدّة'], '\u2068🧪\u2069 · \u2068منشار\u2069 · \u2068عدّة\u2069'],
])('the parts %j are kept apart, because letters from right to left would tear one', (parts, title) =>
  expect(joinTitle(parts)).toBe(title),
);
