import { randomBytes } from 'node:crypto';
import { product } from '@bindery/contract/api/product.ts';
import type { Role } from '@bindery/contract/schema/index.ts';
import { createKey } from '#backend/access/api-keys/key.ts';
import { sessionCookie } from '#backend/access/auth/constants.ts';
import { authSecret } from '#backend/access/auth/secret.ts';
import { newId } from '#backend/database/id.ts';
import { signToken } from '#backend/kernel/http/cookies.ts';
import type { TestServer } from './server.ts';

/** The kinds of session with which tests call an endpoint. */
const sessionKinds = ['signed out', 'user', 'admin', 'banned', 'impersonating'] as const;
type SessionKind = (typeof sessionKinds)[number];

/** The kinds of visitors that tests call an endpoint as: those with a session, and those with an API key. */
export const visitorKinds = [...sessionKinds, 'key of an admin', 'read-only key of an admin'] as const;
/** A kind of visitor with which tests call an endpoint. */
export type VisitorKind = (typeof visitorKinds)[number];

/** Headers that identify a visitor. */
export type Credentials = { readonly cookie: string } | { readonly authorization: string };

/** The roles of an admin and of a user in resources with other names for them. */
interface VisitorRoles {
  readonly admin?: Role;
  readonly user?: Role;
}

/** Inserts new users with a session or an API key each; returns the headers that each sends. */
export async function createVisitors(
  server: TestServer,
  { kind, count, admin = 'admin', user = 'user' }: { kind: VisitorKind; count: number } & VisitorRoles,
): Promise<Credentials[]> {
  if (kind !== 'key of an admin' && kind !== 'read-only key of an admin')
    return (await createSessions(server, { kind, count, admin, user })).map((cookie) => ({ cookie }));
  const owners = await createUsers(server, { count, role: admin });
  const keys = owners.map((user_id) => ({ user_id, ...createKey() }));
  const rows = keys.map(({ key: _key, ...row }) => ({
    ...row,
    id: newId(),
    name: 'Key',
    read_only: kind === 'read-only key of an admin',
    created_at: new Date().toISOString(),
  }));
  await server.database.kysely.insertInto('api_keys').values(rows).execute();
  return keys.map(({ key }) => ({ authorization: `Bearer ${key}` }));
}

/**
 * Inserts a new user with a session directly into the database, so that no call can affect the next; returns
 * the value of the Cookie header.
 */
export async function createSession(server: TestServer, kind: SessionKind): Promise<string> {
  const [cookie = ''] = await createSessions(server, { kind, count: 1 });
  return cookie;
}

/** Like `createSession`, for many users with a few statements. */
async function createSessions(
  server: TestServer,
  { kind, count, admin = 'admin', user = 'user' }: { kind: SessionKind; count: number } & VisitorRoles,
): Promise<string[]> {
  if (kind === 'signed out') return Array.from({ length: count }, () => '');
  const role = kind === 'admin' || kind === 'impersonating' ? admin : user;
  const users = await createUsers(server, { count, role, banned: kind === 'banned' });
  const own = await insertSessions(
    server,
    users.map((user_id) => ({ user_id })),
  );
  if (kind !== 'impersonating') return own.map(({ cookie }) => cookie);
  const impersonated = await createUsers(server, { count, role: user });
  const acting = await insertSessions(
    server,
    impersonated.map((user_id, at) => ({
      user_id,
      impersonated_by: users[at],
      parent_session_id: own[at]?.id,
    })),
  );
  return acting.map(({ cookie }, at) => {
    const signed = signToken(`${own[at]?.token}:`, authSecret(server.settings));
    return `${cookie}; ${product().slug}.admin_session=${signed}`;
  });
}

/**
 * Inserts a session of the user with an address, who becomes verified and is created if missing, the first
 * admin as one; returns the value of the Cookie header. Signing in with a code takes many times as long.
 */
export async function openSession(server: TestServer, email: string): Promise<string> {
  const { kysely } = server.database;
  const promoted = email === server.settings.adminEmail ? { role: 'admin' } : {};
  const { id } = await kysely
    .insertInto('users')
    .values({ id: newId(), name: '', email, email_verified: true, role: 'user', ...promoted })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email_verified: true, ...promoted }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const [session] = await insertSessions(server, [{ user_id: String(id) }]);
  return session!.cookie;
}

/** A user of a test. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

/**
 * Inserts a session of a user of a role, who is created if missing; by default the user with the role's own
 * address. Returns the user with the value of the Cookie header.
 */
export async function openSessionOf(
  server: TestServer,
  { role, email = `${role.toLowerCase()}@example.com` }: { role: Role; email?: string | undefined },
): Promise<{ readonly cookie: string; readonly user: TestUser }> {
  const cookie = await openSession(server, email);
  const { id } = await server.database.kysely
    .updateTable('users')
    .set({ role })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { cookie, user: { id: String(id), email, role } };
}

async function createUsers(
  { database }: TestServer,
  { count, ...values }: { count: number; role: string; banned?: boolean },
) {
  const users = Array.from({ length: count }, () => {
    const id = newId();
    return { id, name: 'Visitor', email: `visitor-${id}@example.com`, email_verified: true, ...values };
  });
  await database.kysely.insertInto('users').values(users).execute();
  return users.map(({ id }) => id);
}

interface SessionOwner {
  readonly user_id: string;
  readonly impersonated_by?: string | undefined;
  readonly parent_session_id?: string | undefined;
}

async function insertSessions(server: TestServer, owners: readonly SessionOwner[]) {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const rows = owners.map((owner) => ({
    id: newId(),
    token: randomBytes(24).toString('base64url'),
    expires_at,
    ...owner,
  }));
  await server.database.kysely.insertInto('sessions').values(rows).execute();
  return rows.map(({ id, token }) => ({
    id,
    token,
    cookie: `${sessionCookie({ secure: false })}=${signToken(token, authSecret(server.settings))}`,
  }));
}
