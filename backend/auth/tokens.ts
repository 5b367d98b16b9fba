import { createHash } from 'node:crypto';

/** A few letters to tell sessions apart by; they lead back to no token. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 8);
}

/** What of sessions may not be told, beside their tokens. */
interface Secrecy {
  /** In a demo an account is everybody's, and so would be the network addresses of all who visit it. */
  readonly hidesAddresses: boolean;
}

/**
 * Takes session tokens out of an answer of better-auth. Its client goes on working: where it lists sessions,
 * `token` is the session's id, which our server takes in place of the token when one is to be revoked.
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
