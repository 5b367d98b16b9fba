import { describe, expect, it } from 'vitest';
import { commonPrefixLength, networkOf } from './network.ts';

describe('the network of an address', () => {
  it('is the /64 of an IPv6 address', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  });

  it('is the whole IPv4 address, even if it is written as IPv6', () => {
    expect(networkOf('203.0.113.7')).toBe('cb007107');
    expect(networkOf('::ffff:203.0.113.7')).toBe('cb007107');
    expect(networkOf('203.0.113.8')).not.toBe(networkOf('203.0.113.7'));
  });

  it('is the same for all invalid addresses', () => {
    expect(networkOf('somewhere')).toBe(networkOf(''));
  });

  it.each([
    ['10.0.0.1', '10.0.0.1', 32],
    ['10.0.0.1', '10.0.0.2', 30],
    ['10.0.0.1', '10.9.9.9', 12],
    ['10.0.0.1', '203.0.113.7', 0],
    ['2001:db8::1', '2001:db8:0:0:8000::1', 64],
    ['2001:db8:1::1', '2001:db8:ffff::1', 32],
    ['0.0.0.0', '::1', 0],
  ])('shares with %s and %s %i bits', (one, other, bits) => {
    expect(commonPrefixLength(networkOf(one), networkOf(other))).toBe(bits);
  });
});
