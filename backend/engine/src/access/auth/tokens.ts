import { createHash } from 'node:crypto';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/** Returns a short hash that distinguishes sessions and does not reveal the token. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 8);
}

/**
 * Removes session tokens from a better-auth response. In a list of sessions `token` becomes the session's id,
 * which the server accepts instead (see session-plugins.ts), so that better-auth's client works. In a demo,
 * IP addresses are removed too: its shared accounts would reveal those of all visitors.
 */
export function withoutTokens(json: unknown, settings: Pick<Settings, 'isDemo'>): unknown {
  if (Array.isArray(json)) return json.map((item) => withoutTokens(item, settings));
  if (typeof json !== 'object' || json === null) return json;
  const members = Object.entries(json).map(
    ([name, value]) => [name, withoutTokens(value, settings)] as const,
  );
  const record = Object.fromEntries(members);
  if (settings.isDemo && 'ipAddress' in record) record.ipAddress = null;
  const { token, id } = record;
  if (typeof token !== 'string') return record;
  return {
    ...record,
    token: typeof id === 'string' ? id : fingerprint(token),
    fingerprint: fingerprint(token),
  };
}
