import { expect, test } from 'vitest';
import { joinTitle } from './join-title.ts';

test.each([
  [['🧪 Staging', 'Home', 'Kit'], '🧪 Staging · Home · Kit'],
  [[null, '', undefined, 'Kit'], 'Kit'],
  [[], ''],
])('the parts %j become the title “%s”', (parts, title) => expect(joinTitle(parts, 'ltr')).toBe(title));

test('its parts are isolated on pages from right to left', () => {
  expect(joinTitle(['منشار', '', '3D Kit'], 'rtl')).toBe('\u2068منشار\u2069 · \u20683D Kit\u2069');
});
