import { isIPv6, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.)/;

/** Formats an IP address for display: IPv6 in its short form (RFC 5952), IPv4-mapped IPv6 as IPv4. */
export function shortAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(MAPPED, '');
}
