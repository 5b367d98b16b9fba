import { cookieAttributes, cookieName, sessionCookie } from '@bindery/backend/access/auth/constants.ts';
import { sampleAccounts } from '@bindery/backend/access/auth/demo-accounts.ts';
import { authSecret } from '@bindery/backend/access/auth/secret.ts';
import { endSessionsNow } from '@bindery/backend/access/sessions/end-sessions.ts';
import { roleOf } from '@bindery/backend/access/sessions/session-store.ts';
import type { Database } from '@bindery/backend/database/connection.ts';
import { seedUsers } from '@bindery/backend/extend/samples/seed-users.ts';
import { ApiError, errorsAt } from '@bindery/backend/kernel/http/api-error.ts';
import { readSignedCookie, signToken } from '@bindery/backend/kernel/http/cookies.ts';
import type { AppParts } from '@bindery/backend/web/app.ts';
import { viewingCookie } from '@bindery/contract/api/developers/pages.ts';
import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { product } from '@bindery/contract/api/product.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { PUBLIC, type Resource, type Role } from '@bindery/contract/schema/index.ts';
import type { CookieOptions, Request, Response } from 'express';

/** The account that a role is viewed with. Its id is null without one, or if it cannot be used. */
type Account = DeveloperOverview['accounts'][number] & { readonly role: Role; readonly user: string | null };

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly banned: boolean | null;
}

/** Returns the account of each role: its sample account, or else its first user who is not banned. */
export async function accountsOf(
  { query }: Pick<Database, 'query'>,
  resources: Readonly<Record<string, Resource>>,
): Promise<Account[]> {
  const roles = rolesOf(resources);
  const samples = sampleAccounts(roles);
  const found = await query<UserRow>({
    sql: 'select id, email, role, banned from users where email = any($1)',
    parameters: [samples.map(({ email }) => email)],
  });
  return Promise.all(
    samples.map(async ({ role, email }): Promise<Account> => {
      const sample = found.find((user) => user.email === email);
      if (sample && !sample.banned && roleOf(sample.role, roles) === role)
        return { role, email, user: sample.id, state: 'there' };
      const [other] = await query<UserRow>({
        sql: `select id, email, role, banned from users
          where role = $1 and banned is not true order by created_at, id limit 1`,
        parameters: [role],
      });
      if (other) return { role, email: other.email, user: other.id, state: 'there' };
      return { role, email, user: null, state: sample ? 'taken' : 'missing' };
    }),
  );
}

type Parts = Pick<AppParts, 'auth' | 'database' | 'resources' | 'settings'>;

/** The cookie that stores the developer's own session, together with the session of the viewed role. */
const OWN_COOKIE = 'own_session';
const HOUR_MS = 60 * 60_000;

/** The tokens of the developer's own session, and of the session of the role; empty for `public`. */
interface Pair {
  readonly own: string;
  readonly acting: string;
}

/** Starts and stops a view of the product with the permissions of a role. */
interface Viewing {
  /**
   * Signs this browser in for an hour as the account of a role, which is created if missing; for `public` the
   * browser is signed out. A cookie stores the developer's own session, which stays valid.
   * @throws ApiError UNAUTHENTICATED for a request without a session cookie, INVALID for an unknown role,
   * CONFLICT for a role whose account has another role or is banned.
   */
  begin(role: string, exchange: Exchange): Promise<void>;
  /** Ends the role's session and restores the developer's own, if this browser still has the former. */
  stop(exchange: Exchange): Promise<void>;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Returns the functions to view the product as a role: only in development, as no sign-in code is needed. */
export function createViewing({ auth, database, resources, settings }: Parts): Viewing {
  const secret = authSecret(settings);
  const { isSecure: secure } = settings;
  const names = { session: sessionCookie({ secure }), own: cookieName(OWN_COOKIE, { secure }) };
  const attributes: CookieOptions = { ...cookieAttributes({ secure }), encode: String };

  const tokenIn = ({ req }: Exchange, name: string) => readSignedCookie(req.headers.cookie, { name, secret });
  const write = ({ res }: Exchange, name: string, token: string) =>
    token
      ? res.cookie(name, signToken(token, secret), attributes)
      : res.cookie(name, '', { ...attributes, maxAge: 0 });

  /** Returns the pair that this browser stores; undefined after a separate sign-in or sign-out. */
  function pairOf(exchange: Exchange): Pair | undefined {
    const [own = '', acting = ''] = tokenIn(exchange, names.own)?.split(' ') ?? [];
    return own && acting === (tokenIn(exchange, names.session) ?? '') ? { own, acting } : undefined;
  }

  async function endActing(pair: Pair | undefined) {
    if (pair?.acting) await endSessionsNow(database, { token: pair.acting });
  }

  async function createSession(user: string, { req }: Exchange): Promise<string> {
    const { internalAdapter } = await auth.$context;
    const values = {
      expiresAt: new Date(Date.now() + HOUR_MS),
      userAgent: req.headers['user-agent'] ?? '',
    };
    return (await internalAdapter.createSession(user, false, values, true)).token;
  }

  return {
    begin: async (role, exchange) => {
      const stored = pairOf(exchange);
      const own = stored?.own ?? tokenIn(exchange, names.session);
      if (!own) throw new ApiError('UNAUTHENTICATED');
      const acting = role === PUBLIC ? '' : await createSession(await userOf(role), exchange);
      await endActing(stored);
      write(exchange, names.own, `${own} ${acting}`);
      write(exchange, names.session, acting);
      exchange.res.cookie(viewingCookie(product()), role, {
        ...attributes,
        httpOnly: false,
        encode: encodeURIComponent,
      });
    },
    stop: async (exchange) => {
      const pair = pairOf(exchange);
      await endActing(pair);
      if (pair) write(exchange, names.session, pair.own);
      write(exchange, names.own, '');
      exchange.res.cookie(viewingCookie(product()), '', { ...attributes, maxAge: 0 });
    },
  };

  /** Returns the id of a user of a role, who is created if missing. */
  async function userOf(role: string): Promise<string> {
    const find = async () => (await accountsOf(database, resources)).find((account) => account.role === role);
    const roles = rolesOf(resources);
    let account = await find();
    if (!account) {
      const options = [...roles.names, PUBLIC].join(', ');
      throw new ApiError('INVALID', errorsAt('role', 'errors.invalidOption', { options }));
    }
    if (account.state === 'missing') {
      await seedUsers(database, roles);
      account = await find();
    }
    if (account?.user) return account.user;
    throw new ApiError('CONFLICT', { message: `${account?.email} has another role, or is banned.` });
  }
}
