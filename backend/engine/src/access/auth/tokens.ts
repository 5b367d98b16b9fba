import { createHash } from 'node:crypto';

/** Returns a short hash that distinguishes sessions and does not reveal the token. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 8);
}

/** What to remove from sessions besides their tokens. */
interface Secrecy {
  /** Set in a demo, whose shared accounts would reveal the IP addresses of all visitors. */
  readonly hidesAddresses: boolean;
}

/**
 * Removes session tokens from a better-auth response. In a list of sessions `token` becomes the session's id,
 * which the server accepts instead (see session-plugins.ts), so that better-auth's client works.
 */
export function withoutTokens(json: unknown, secrecy: Secrecy): unknown {
  if (Array.isArray(json)) return json.map((item) => withoutTokens(item, secrecy));
  if (typeof json !== 'object' || json === null) return json;
  const members = Object.entries(json).map(([name, value]) => [name, withoutTokens(value, secrecy)] as const);
  const record = Object.fromEntries(members);
  if (secrecy.hidesAddresses && 'ipAddress' in record) record.ipAddress = null;
  const { token, id } = record;
  if (typeof token !== 'string') return record;
  return {
    ...record,
    token: typeof id === 'string' ? id : fingerprint(token),
    fingerprint: fingerprint(token),
  };
}
