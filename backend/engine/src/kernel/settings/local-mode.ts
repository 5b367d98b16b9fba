import { isLoopbackHost, LOOPBACK_ADDRESSES } from '#backend/kernel/loopback.ts';
import type { GivenEnvironment } from './environment.ts';

/** Returns the setting that makes the server reachable from other machines; undefined in local mode. */
export function reasonToBePublic({ NODE_ENV, HOST, VITE_BASE_URL }: GivenEnvironment) {
  if (NODE_ENV === 'production') return 'NODE_ENV=production';
  if (HOST && !isLoopbackHost(HOST)) return `HOST=${JSON.stringify(HOST)}`;
  const url = VITE_BASE_URL === undefined ? undefined : URL.parse(VITE_BASE_URL);
  return url && !isLoopbackHost(url.hostname) ? `VITE_BASE_URL=${JSON.stringify(VITE_BASE_URL)}` : undefined;
}

/** Returns the addresses to listen on; undefined for every address of this machine. */
export function hostsOf(host: string | undefined, isLocal: boolean): readonly string[] | undefined {
  if (host && host.toLowerCase() !== 'localhost') return [host.replace(/^\[(.*)\]$/, '$1')];
  return isLocal || host ? LOOPBACK_ADDRESSES : undefined;
}
