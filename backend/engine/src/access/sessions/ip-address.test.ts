import { expect, it } from 'vitest';
import { shortAddress } from './ip-address.ts';

it.each([
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:0DB8:0001:0002:0000:0000:0000:0000', '2001:db8:1:2::'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', '::1'],
  ['2001:db8:1:1:1:1:1:1', '2001:db8:1:1:1:1:1:1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
])('the address %s is shown as %s', (address, shown) => expect(shortAddress(address)).toBe(shown));
