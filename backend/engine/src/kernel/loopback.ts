import { BlockList, isIP } from 'node:net';
import type { Request } from 'express';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Both loopback addresses: a browser may take either for `localhost`. */
export const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'] as const;

/** Headers that proxies add: a request with one of them may come from anywhere. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** Returns whether a host name can only mean this machine: a loopback address, or `localhost` or below. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** Returns the host name in a Host header, without its port; undefined without a header. */
export function hostnameOf(host: string | undefined): string | undefined {
  if (!host || !/^[^\s/?#@\\]+$/.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname;
}

/**
 * Returns whether a request was made on this machine and for this machine: its peer and its Host are on the
 * loopback. The Host matters because a page elsewhere can point its own name at 127.0.0.1 (DNS rebinding).
 */
export function isFromThisMachine({ socket, headers }: Pick<Request, 'socket' | 'headers'>): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(hostnameOf(headers.host) ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}

function isLoopbackAddress(address: string) {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
