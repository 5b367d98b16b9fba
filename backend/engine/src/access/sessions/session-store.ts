import type { IncomingMessage } from 'node:http';
import { languages, type SessionUser, themes } from '@bindery/contract/records/init.ts';
import { type Rights, rolesOf } from '@bindery/contract/records/rights.ts';
import { usedUserFields } from '@bindery/contract/records/rows/user-fields.ts';
import { DAY_MS } from '@bindery/contract/schema/fields/date.ts';
import {
  type AllResources,
  fieldKind,
  type ResourceField,
  type Role,
  type Roles,
} from '@bindery/contract/schema/index.ts';
import { SESSION_DAYS, sessionCookie } from '#backend/access/auth/constants.ts';
import type { Reading } from '#backend/database/query.ts';
import { type Actor, actorOfSession } from '#backend/kernel/http/actor.ts';
import { readSignedCookie } from '#backend/kernel/http/cookies.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';

const USER_COLUMNS = `u.id as user_id, u.email, u.email_verified, u.name, u.role, u.onboarded_at::text,
         u.language, u.theme`;

/** Whether a user, whose table has the alias `u`, is banned. */
export const IS_BANNED = '(u.banned is true and (u.ban_expires is null or u.ban_expires > now()))';

/** Selects everything about a request's session. Excludes banned users and expired sessions. */
const sessionStatement = (columns: string) => `
  select s.id, s.expires_at::text, s.created_at::text, s.impersonated_by, s.parent_session_id, ${columns}
  from sessions s join users u on u.id = s.user_id
  where s.token = $1 and s.expires_at > now() and not ${IS_BANNED}`;

/**
 * Selects an impersonating admin with their own session; nothing once that session has ended, or the admin is
 * banned. A separate statement, because PostgreSQL would otherwise plan for it in every lookup.
 */
const impersonatorStatement = (columns: string) => `
  select p.id, p.created_at::text, ${columns}
  from sessions p join users u on u.id = p.user_id
  where u.id = $1::uuid and p.id = $2 and p.expires_at > now() and not ${IS_BANNED}`;

interface SessionRow extends UserColumns {
  readonly id: string;
  readonly expires_at: string;
  readonly created_at: string;
  readonly impersonated_by: string | null;
  readonly parent_session_id: string | null;
}

/** The columns of a user that a request needs. */
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

/** How to load a user with their session or API key. */
interface SessionUsers {
  /** SQL columns for a statement in which `u` is the alias of the table of users. */
  readonly columns: string;
  /** Returns the user from a row of that statement. */
  readonly fromRow: (row: UserColumns) => SessionUser;
}

/** Returns how to load users, with the fields that row filters use. */
export function createSessionUsers(resources: AllResources): SessionUsers {
  const roles = rolesOf(resources);
  const rowUserFields = createRowUserFields(resources);
  return {
    columns: `${USER_COLUMNS}${rowUserFields?.columns ?? ''}`,
    fromRow: (row) => ({
      id: row.user_id,
      email: row.email,
      emailVerified: row.email_verified,
      name: row.name,
      role: roleOf(row.role, roles),
      onboardedAt: row.onboarded_at && new Date(row.onboarded_at).toISOString(),
      language: languages.find((known) => known === row.language) ?? null,
      theme: themes.find((known) => known === row.theme) ?? null,
      ...rowUserFields?.fromRow(row),
    }),
  };
}

/** A session in which an admin acts as a user. */
interface Impersonation {
  readonly admin: string;
  /** The admin's own session. */
  readonly parent: string | null;
  readonly user: Pick<SessionUser, 'id' | 'role'>;
}

/**
 * Returns an impersonation's admin, and whether they may still act as the user, who may not be an admin:
 * roles and rows of either may have changed. Undefined if the admin is banned or their own session has ended.
 */
export type FindImpersonator = (
  reading: Reading,
  impersonation: Impersonation,
) => Promise<{ readonly admin: SessionUser; readonly isAllowed: boolean } | undefined>;

/** Creates the function that finds the admin of an impersonation. */
export function createFindImpersonator({
  resources,
  rights,
  mayUpdate,
}: {
  resources: AllResources;
  rights: Rights;
  /** Returns whether an admin may still update a user. */
  mayUpdate: (reading: Reading, actor: Actor, user: string) => Promise<boolean>;
}): FindImpersonator {
  const users = createSessionUsers(resources);
  const statement = impersonatorStatement(users.columns);
  const { administrators } = rolesOf(resources);
  return async (reading, { admin: id, parent, user }) => {
    const query = { sql: statement, parameters: [id, parent], mode: 'session' } as const;
    const [row] = await reading.query<UserColumns & Pick<SessionRow, 'id' | 'created_at'>>(query);
    if (!row) return undefined;
    const admin = users.fromRow(row);
    const createdAt = new Date(row.created_at);
    const actor = actorOfSession({ id: row.id, createdAt, impersonatedBy: null, apiKey: null, user: admin });
    const isAllowed =
      !administrators.includes(user.role) &&
      rights[admin.role]?.user?.includes('impersonate') === true &&
      (await mayUpdate(reading, actor, user.id));
    return { admin, isAllowed };
  };
}

/**
 * Creates the function that finds a request's session: it verifies the cookie's signature without the
 * database, then runs one prepared statement, when impersonating a second one for the admin. Nothing is
 * cached between requests: revoking, banning, signing out, moving and deleting take effect at once.
 */
export function createFindSession(options: {
  database: Reading;
  secret: string;
  secure: boolean;
  rights: Rights;
  resources: AllResources;
  findImpersonator: FindImpersonator;
}): FindSession {
  const { database, secret, secure, rights, resources, findImpersonator } = options;
  const users = createSessionUsers(resources);
  const statement = sessionStatement(users.columns);
  const name = sessionCookie({ secure });
  return async (request) => {
    const token = readSignedCookie(request.headers.cookie, { name, secret });
    if (!token) return null;
    const [row] = await database.query<SessionRow>({ sql: statement, parameters: [token], mode: 'session' });
    if (!row) return null;
    const user = users.fromRow(row);
    const { impersonated_by: impersonatedBy, parent_session_id: parent } = row;
    const impersonator = impersonatedBy
      ? await findImpersonator(database, { admin: impersonatedBy, parent, user })
      : undefined;
    if (impersonatedBy && !impersonator?.isAllowed) return null;
    const expiresAt = new Date(row.expires_at);
    return {
      id: row.id,
      expiresAt: expiresAt.toISOString(),
      createdAt: new Date(row.created_at),
      needsRenewal: !impersonatedBy && expiresAt.getTime() <= Date.now() + (SESSION_DAYS - 1) * DAY_MS,
      impersonatedBy,
      impersonatorName: impersonator ? impersonator.admin.name || impersonator.admin.email : null,
      rights: rights[user.role] ?? {},
      apiKey: null,
      user,
    };
  };
}

/** Returns the role; an unknown one counts as the role of new users. */
export function roleOf(role: string | null, { names, ofNewUsers }: Roles): Role {
  return names.find((known) => known === role) ?? ofNewUsers;
}

/** How to load the user fields that row filters use with a user. */
export interface RowUserFields {
  /** SQL columns to add to a statement in which `u` is the alias of the table of users. */
  readonly columns: string;
  /** Returns the fields from a row of that statement; empty ones are undefined. */
  readonly fromRow: (row: object) => { readonly fields: Readonly<Record<string, unknown>> };
}

/** The types of columns whose values the drivers return in JSON form. */
const PLAIN: readonly string[] = ['boolean', 'integer'];

/** Returns how to load the user fields of row filters; undefined without any, so that loading stays fast. */
export function createRowUserFields(resources: AllResources): RowUserFields | undefined {
  const fields = usedUserFields(resources);
  if (fields.length === 0) return undefined;
  const aliasOf = (name: string) => `own.${name}`;
  const columns = fields.map(({ name, column, type }) => {
    const value = PLAIN.includes(type.type) ? `u."${column}"` : `u."${column}"::text`;
    return `, ${value} as "${aliasOf(name)}"`;
  });
  const readValue = ({ kind, type }: ResourceField, value: unknown): unknown => {
    if (value === null) return undefined;
    return type.type === 'bigint' ? Number(value) : (fieldKind(kind).read?.(value) ?? value);
  };
  return {
    columns: columns.join(''),
    fromRow: (row) => {
      const read = (field: ResourceField) => readValue(field, Reflect.get(row, aliasOf(field.name)));
      return { fields: Object.fromEntries(fields.map((field) => [field.name, read(field)])) };
    },
  };
}
