import type { Response } from 'express';
import { fingerprint } from '#backend/auth/tokens.ts';
import type { Database } from '#backend/database/connection.ts';
import type { SessionItem } from '#contract/sessions.ts';
import { deviceOf } from './device.ts';
import { signedIn } from './guards.ts';

interface Row {
  readonly id: string;
  readonly token: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
  readonly total: number;
}

/** What counts as a session of a person: not one that is over, and not an admin's who acts as them. */
const COUNTED = 'user_id = $1 and expires_at > now() and impersonated_by is null';

const PAGE = `
  select id, token, ip_address, user_agent, created_at::text, updated_at::text, expires_at::text
  from sessions where ${COUNTED} order by created_at desc, id desc limit $2 offset $3`;

const TOTAL = `select count(*)::int as total from sessions where ${COUNTED}`;

const HOW = { manner: 'list', table: 'sessions' } as const;

/** A person's sessions, as the visitor asks for them. */
interface Asked {
  readonly person: string;
  readonly query: { readonly start: number; readonly end: number };
  readonly res: Response;
}

/** Answers with a page of a person's sessions, the newest first, and how many there are. Tokens stay where they are. */
export async function answerSessions({ read }: Database, { person, query, res }: Asked) {
  const { start, end } = query;
  const [rows, [counted]] = await Promise.all([
    read<Row>({ sql: PAGE, parameters: [person, end - start, start], ...HOW }),
    read<Pick<Row, 'total'>>({ sql: TOTAL, parameters: [person], ...HOW }),
  ]);
  const { id: current } = signedIn(res);
  res.set({ 'X-Total-Count': String(counted?.total ?? 0), 'Cache-Control': 'private, no-cache' });
  return { status: 200, body: rows.map((row) => shown(row, current)) } as const;
}

function shown(row: Row, current: string): SessionItem {
  return {
    id: row.id,
    device: deviceOf(row.user_agent),
    fingerprint: fingerprint(row.token),
    ipAddress: row.ip_address || null,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    current: row.id === current,
  };
}
