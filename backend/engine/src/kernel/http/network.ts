import ipaddr from 'ipaddr.js';

/** The network of all invalid addresses: a single one, so that they cannot bypass a rate limit. */
const UNKNOWN_NETWORK = '00000000';
/** Bytes of an IPv6 network prefix: providers assign at least a /64 to a single customer. */
const IPV6_NETWORK_BYTES = 8;

/**
 * Returns the network of a client's address as hexadecimal digits: an IPv4 address as a whole, the /64 of an
 * IPv6 address. An IPv4 address that is written as IPv6 is the same network in both forms.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return UNKNOWN_NETWORK;
  return Buffer.from(ipaddr.process(address).toByteArray().slice(0, IPV6_NETWORK_BYTES)).toString('hex');
}

/** Returns how many leading bits two networks of `networkOf` share: none between IPv4 and IPv6. */
export function commonPrefixLength(one: string, other: string): number {
  if (one.length !== other.length) return 0;
  const differing = [...one].findIndex((digit, at) => digit !== other[at]);
  if (differing < 0) return one.length * 4;
  const difference = Number.parseInt(one[differing] ?? '', 16) ^ Number.parseInt(other[differing] ?? '', 16);
  return differing * 4 + Math.clz32(difference) - 28;
}
