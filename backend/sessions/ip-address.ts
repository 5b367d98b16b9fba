import { isIPv6, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.)/;

/** A network address as users read it: an IPv6 one in its short form (RFC 5952), an IPv4 one inside it as that. */
export function shortAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(MAPPED, '');
}
