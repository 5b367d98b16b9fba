import { isIPv6, SocketAddress } from 'node:net';
import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import Bowser from 'bowser';
import type { Response } from 'express';
import { fingerprint } from '#backend/access/auth/tokens.ts';
import type { Database } from '#backend/database/connection.ts';
import { requireSessionOf } from './middleware.ts';

interface SessionRow {
  readonly id: string;
  readonly token: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
  readonly impersonated_by: string | null;
  readonly user_id: string;
  readonly user_name: string;
}

/** Selects a user's active sessions, also as an impersonator, but not those of an admin as that user. */
const ACTIVE = `s.expires_at > now() and (
  (s.user_id = $1 and s.impersonated_by is null)
  or (s.impersonated_by = $1::text
    and exists (select 1 from sessions p where p.id = s.parent_session_id and p.expires_at > now())))`;

const PAGE = `
  select s.id, s.token, s.ip_address, s.user_agent, s.created_at::text, s.updated_at::text, s.expires_at::text,
         s.impersonated_by, u.id as user_id, coalesce(nullif(u.name, ''), u.email) as user_name
  from sessions s join users u on u.id = s.user_id
  where ${ACTIVE} order by s.id = $4 desc, s.created_at desc, s.id desc limit $2 offset $3`;

const TOTAL = `select count(*)::int as total from sessions s where ${ACTIVE}`;

const QUERY_OPTIONS = { mode: 'list', table: 'sessions' } as const;

/** A request for a page of a user's sessions. */
interface ListRequest {
  readonly user: string;
  readonly query: { readonly start: number; readonly end: number };
  readonly res: Response;
  /** In a demo, the shared accounts would reveal the IP addresses of other visitors. */
  readonly isDemo: boolean;
}

/**
 * Returns a page of a user's sessions, the current session first and then the newest first, without tokens.
 * Sets X-Total-Count to the number of sessions.
 */
export async function listSessions({ query }: Database, request: ListRequest) {
  const { user, res, isDemo } = request;
  const { start, end } = request.query;
  const { id: current } = requireSessionOf(res);
  const [rows, [counted]] = await Promise.all([
    query<SessionRow>({ sql: PAGE, parameters: [user, end - start, start, current], ...QUERY_OPTIONS }),
    query<{ total: number }>({ sql: TOTAL, parameters: [user], ...QUERY_OPTIONS }),
  ]);
  res.set({ 'X-Total-Count': String(counted!.total), 'Cache-Control': 'private, no-cache' });
  return { status: 200, body: rows.map((row) => toSessionItem(row, { current, isDemo })) } as const;
}

function toSessionItem(
  row: SessionRow,
  { current, isDemo }: { current: string; isDemo: boolean },
): SessionItem {
  const isCurrent = row.id === current;
  return {
    id: row.id,
    device: deviceOf(row.user_agent),
    fingerprint: fingerprint(row.token),
    ipAddress: row.ip_address && (isCurrent || !isDemo) ? shortAddress(row.ip_address) : null,
    impersonating: row.impersonated_by ? { id: row.user_id, name: row.user_name } : null,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    current: isCurrent,
  };
}

const MAPPED = /^::ffff:(?=\d+\.)/;

/** Formats an IP address for display: IPv6 in its short form (RFC 5952), IPv4-mapped IPv6 as IPv4. */
export function shortAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(MAPPED, '');
}

const MAX_LENGTH = 60;
/** Limits the parsed length of the header, which is untrusted input. Browsers send less. */
const MAX_PARSED_LENGTH = 500;

/**
 * Returns a readable name of a session's device: "Firefox 130 · Windows 10". For a program that is not a
 * browser it is the product name from the user agent; null without a user agent.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent?.trim()) return null;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_PARSED_LENGTH));
  const version = browser.version?.split('.')[0];
  const system = [os.name, os.name === 'Windows' ? os.versionName : undefined].filter(Boolean).join(' ');
  const parts = [[browser.name, version].filter(Boolean).join(' '), platform.model ?? system].filter(Boolean);
  return (browser.name ? parts.join(' · ') : (userAgent.split(/[/\s]/)[0] ?? '')).slice(0, MAX_LENGTH);
}
