import { expect, it } from 'vitest';
import { deviceOf, shortAddress } from './list.ts';

it.each([
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:0DB8:0001:0002:0000:0000:0000:0000', '2001:db8:1:2::'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', '::1'],
  ['2001:db8:1:1:1:1:1:1', '2001:db8:1:1:1:1:1:1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
])('the address %s is shown as %s', (address, shown) => expect(shortAddress(address)).toBe(shown));

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/17.5 Mobile/15E148 Safari/604.1';

it('returns the browser and the operating system or device', () => {
  expect(deviceOf(CHROME)).toBe('Chrome 131 · Linux');
  expect(deviceOf(FIREFOX)).toBe('Firefox 130 · Windows 10');
  expect(deviceOf(IPHONE)).toBe('Safari 17 · iPhone');
});

it('returns the product name of a program that is not a browser, shortened if it is too long', () => {
  expect(deviceOf('curl/8.0')).toBe('curl');
  expect(deviceOf('x'.repeat(5000))).toHaveLength(60);
});

it('returns null without a user agent', () => {
  expect(deviceOf(null)).toBeNull();
  expect(deviceOf('  ')).toBeNull();
});
