import type { IncomingMessage } from 'node:http';
import { languages, type SessionUser, themes } from '@bindery/contract/records/init.ts';
import type { Rights } from '@bindery/contract/records/rights.ts';
import type { Role, Roles } from '@bindery/contract/schema/index.ts';
import { SESSION_DAYS, sessionCookie } from '#backend/access/auth/constants.ts';
import type { Database } from '#backend/database/connection.ts';
import { type Actor, actorOfSession } from '#backend/kernel/http/actor.ts';
import { readSignedCookie } from '#backend/kernel/http/cookies.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import type { RowUserFields } from './row-user-fields.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Selects the columns of a user that a request needs, from a table with the alias `u`. */
export const USER_COLUMNS = `u.id as user_id, u.email, u.email_verified, u.name, u.role, u.onboarded_at::text,
         u.language, u.theme`;

/** Selects everything about a request's session. Excludes banned users and expired sessions. */
const sessionStatement = (rowUserFields?: RowUserFields) => `
  select s.id, s.expires_at::text, s.created_at::text, s.impersonated_by, s.parent_session_id,
         ${USER_COLUMNS}${rowUserFields?.columns ?? ''}
  from sessions s join users u on u.id = s.user_id
  where s.token = $1 and s.expires_at > now() and (u.banned is not true or u.ban_expires <= now())`;

/**
 * Selects an impersonating admin with their own session; nothing once that session has ended, or the admin is
 * banned. A separate statement, because PostgreSQL would otherwise plan for it in every lookup.
 */
const impersonatorStatement = (rowUserFields?: RowUserFields) => `
  select p.id, p.created_at::text, ${USER_COLUMNS}${rowUserFields?.columns ?? ''}
  from sessions p join users u on u.id = p.user_id
  where u.id = $1::uuid and p.id = $2 and p.expires_at > now()
    and (u.banned is not true or u.ban_expires <= now())`;

interface SessionRow extends UserColumns {
  readonly id: string;
  readonly expires_at: string;
  readonly created_at: string;
  readonly impersonated_by: string | null;
  readonly parent_session_id: string | null;
}

interface ImpersonatorRow extends UserColumns {
  readonly id: string;
  readonly created_at: string;
}

/** Returns whether an admin may still impersonate a user. */
type MayImpersonate = (admin: Actor, user: Pick<SessionUser, 'id'>) => Promise<boolean>;

/** The columns of a user that a request needs: those of USER_COLUMNS. */
export interface UserColumns {
  readonly user_id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly role: string | null;
  readonly onboarded_at: string | null;
  readonly language: string | null;
  readonly theme: string | null;
}

/** Returns the session of a request; null if there is none or it is no longer valid. */
export type FindSession = (request: CookieRequest) => Promise<RequestSession | null>;

/** The part of a request that identifies its session. */
type CookieRequest = { readonly headers: Pick<IncomingMessage['headers'], 'cookie'> };

/**
 * Creates the function that finds a request's session: it verifies the cookie's signature without the
 * database, then runs one prepared statement. During impersonation it also checks that the admin may still
 * impersonate the user, who may not be an admin, because roles and rows of either may have changed. Nothing
 * is cached between requests, so that revoking, banning, signing out, moving and deleting take effect
 * immediately.
 */
export function createFindSession(options: {
  read: Database['query'];
  secret: string;
  secure: boolean;
  rights: Rights;
  roles: Roles;
  rowUserFields?: RowUserFields | undefined;
  mayImpersonate: MayImpersonate;
}): FindSession {
  const { read, secret, secure, rights, roles, rowUserFields, mayImpersonate } = options;
  const statement = sessionStatement(rowUserFields);
  const ofImpersonator = impersonatorStatement(rowUserFields);
  const name = sessionCookie({ secure });
  return async (request) => {
    const token = readSignedCookie(request.headers.cookie, { name, secret });
    if (!token) return null;
    const [row] = await read<SessionRow>({ sql: statement, parameters: [token], mode: 'session' });
    if (!row) return null;
    const session = sessionFrom(row, { rights, roles, rowUserFields });
    if (row.impersonated_by === null) return session;
    const parameters = [row.impersonated_by, row.parent_session_id];
    const [admin] = await read<ImpersonatorRow>({ sql: ofImpersonator, parameters, mode: 'session' });
    if (!admin) return null;
    const user = { ...toSessionUser(admin, roles), ...rowUserFields?.fromRow(admin) };
    const own = { id: admin.id, createdAt: new Date(admin.created_at), impersonatedBy: null, apiKey: null };
    const isAllowed =
      !roles.administrators.includes(session.user.role) &&
      rights[user.role]?.user?.includes('impersonate') &&
      (await mayImpersonate(actorOfSession({ ...own, user }), session.user));
    return isAllowed ? { ...session, impersonatorName: user.name || user.email } : null;
  };
}

function sessionFrom(
  row: SessionRow,
  {
    rights,
    roles,
    rowUserFields,
  }: { rights: Rights; roles: Roles; rowUserFields: RowUserFields | undefined },
): RequestSession {
  const user = { ...toSessionUser(row, roles), ...rowUserFields?.fromRow(row) };
  const expiresAt = new Date(row.expires_at);
  return {
    id: row.id,
    expiresAt: expiresAt.toISOString(),
    createdAt: new Date(row.created_at),
    needsRenewal: !row.impersonated_by && expiresAt.getTime() <= Date.now() + (SESSION_DAYS - 1) * DAY_MS,
    impersonatedBy: row.impersonated_by,
    impersonatorName: null,
    rights: rights[user.role] ?? {},
    apiKey: null,
    user,
  };
}

/** Returns the user of a request. */
export function toSessionUser(row: UserColumns, roles: Roles): SessionUser {
  return {
    id: row.user_id,
    email: row.email,
    emailVerified: row.email_verified,
    name: row.name,
    role: roleOf(row.role, roles),
    onboardedAt: row.onboarded_at && new Date(row.onboarded_at).toISOString(),
    language: languages.find((known) => known === row.language) ?? null,
    theme: themes.find((known) => known === row.theme) ?? null,
  };
}

/** Returns the role; an unknown one counts as the role of new users. */
export function roleOf(role: string | null, { names, ofNewUsers }: Roles): Role {
  return names.find((known) => known === role) ?? ofNewUsers;
}
