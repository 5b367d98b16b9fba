import { randomBytes } from 'node:crypto';
import { sessionCookie } from '../auth/constants.ts';
import { authSecret } from '../auth/secret.ts';
import { newId } from '../database/id.ts';
import { signToken } from '../sessions/signed-cookie.ts';
import type { TestServer } from './server.ts';

/** The kinds of session with which tests call an endpoint. */
export const sessionKinds = ['signed out', 'user', 'admin', 'banned', 'impersonating'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/**
 * Inserts a new user with a session directly into the database, so that no call can affect the next; returns the
 * value of the Cookie header.
 */
export async function createSession(server: TestServer, kind: SessionKind): Promise<string> {
  if (kind === 'signed out') return '';
  if (kind !== 'impersonating') {
    const role = kind === 'admin' ? 'admin' : 'user';
    return sessionOf(server, await newUser(server, { role, banned: kind === 'banned' }));
  }
  const admin = await newUser(server, { role: 'admin' });
  const own = await sessionOf(server, admin);
  const acting = await sessionOf(server, await newUser(server, { role: 'user' }), { admin, own });
  const kept = signToken(`${tokenIn(own)}:`, authSecret(server.settings));
  return `${acting}; bindery.admin_session=${kept}`;
}

async function newUser({ database }: TestServer, values: { role: string; banned?: boolean }) {
  const id = newId();
  const email = `visitor-${id}@example.com`;
  await database.kysely
    .insertInto('users')
    .values({ id, name: 'Visitor', email, email_verified: true, ...values })
    .execute();
  return id;
}

async function sessionOf(
  server: TestServer,
  user: string,
  begun?: { admin: string; own: string },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const row = { id: newId(), token, user_id: user, ...(begun && (await createBegunSession(server, begun))) };
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await server.database.kysely
    .insertInto('sessions')
    .values({ ...row, expires_at: inAnHour })
    .execute();
  return `${sessionCookie({ secure: false })}=${signToken(token, authSecret(server.settings))}`;
}

/** Creates the impersonation cookie, which links an impersonation session to the admin's own. */
async function createBegunSession({ database }: TestServer, { admin, own }: { admin: string; own: string }) {
  const sql = 'select id from sessions where token = $1';
  const [parent] = await database.query<{ id: string }>({ sql, parameters: [tokenIn(own)] });
  return { impersonated_by: admin, parent_session_id: parent?.id };
}

function tokenIn(cookie: string) {
  return decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0];
}
