import { type FieldErrorKey, fieldError } from '@bindery/contract/records/validation.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Database, Row, Transaction } from '#backend/database/connection.ts';
import { apiKeyColumn, type NamedApiKey } from '#backend/database/history.ts';
import { readingIn } from '#backend/database/query.ts';
import { type Actor, actorOfSession, authorOf, type UserActor } from '#backend/kernel/http/actor.ts';
import { createSessionUsers, type FindImpersonator, IS_BANNED, type UserColumns } from './session-store.ts';

/** The actor of work that continues after the request, as a table stores it. */
export interface StoredActor {
  readonly actorId: string;
  /** The admin who impersonated that user. */
  readonly impersonatorId: string | null;
  /** The session that started the work; null if an API key did. */
  readonly sessionId: string | null;
  readonly apiKey: NamedApiKey | null;
  /** The fields of the user that row filters use; null if none does. */
  readonly actorFields: UserFields | null;
}

type UserFields = NonNullable<Actor['fields']>;

/** The columns of a StoredActor, for `select`. */
export const STORED_ACTOR = sql`actor_id as "actorId", impersonator_id as "impersonatorId",
  session_id as "sessionId", api_key as "apiKey", actor_fields as "actorFields"`;

/** Returns the values of these columns. */
export const actorColumns = (stored: StoredActor): Row => ({
  actor_id: stored.actorId,
  impersonator_id: stored.impersonatorId,
  session_id: stored.sessionId,
  api_key: apiKeyColumn(stored),
  actor_fields: stored.actorFields && JSON.stringify(stored.actorFields),
});

/** Converts an actor to its stored form, for `findStoredActor`. */
export function toStoredActor(actor: UserActor): StoredActor {
  const { impersonator = null, apiKey = null } = authorOf(actor);
  const { credential } = actor;
  const sessionId = credential.kind === 'session' ? credential.id : null;
  return {
    actorId: actor.id,
    impersonatorId: impersonator,
    sessionId,
    apiKey,
    actorFields: actor.fields ?? null,
  };
}

/** Returns whether a user still has the fields with which some work was started, and so the same rows. */
export const hasFieldsOf = ({ fields }: Pick<Actor, 'fields'>, { actorFields }: StoredActor): boolean =>
  actorFields === null || userFieldsKey(fields) === userFieldsKey(actorFields);

/** Returns a text that is the same for the same fields of a user. */
export const userFieldsKey = (fields: UserFields = {}): string =>
  JSON.stringify(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .toSorted(),
  );

/** Thrown if the user who started work may not continue: signed out, banned, key revoked, or other rows. */
export class ActorGone extends Error {
  override name = 'ActorGone';
  /** The reason, for the user. */
  readonly key: FieldErrorKey;

  constructor(key: FieldErrorKey) {
    super(fieldError('actor', key).message);
    this.key = key;
  }
}

interface ActorRow extends UserColumns {
  readonly is_banned: boolean;
  readonly session_created_at: string | null;
  readonly parent_session_id: string | null;
  readonly key_created_at: string | null;
  readonly read_only: boolean | null;
}

/** Where actors are found: outside a transaction, or within one, which sees what it has written itself. */
type ActorsDatabase = Database['kysely'] | Transaction;

/**
 * Returns the current actor from the database: role, address and fields, and the session or API key that
 * started the work. Call it when the work starts and before each portion of it.
 * @throws ActorGone if the user is banned or deleted, the session has ended, the API key has been revoked or
 * has expired, or the user has moved, such as to another tenant; during impersonation also if the admin is
 * banned, has signed out, or may no longer act as the user.
 */
export type FindStoredActor = (db: ActorsDatabase, stored: StoredActor) => Promise<UserActor>;

/** Creates the function that finds who started some work, reading the same as a request's session lookup. */
export function createFindStoredActor(
  resources: AllResources,
  findImpersonator: FindImpersonator,
): FindStoredActor {
  const users = createSessionUsers(resources);
  return async (db, stored) => {
    const { actorId, impersonatorId, sessionId, apiKey } = stored;
    const { rows } = await sql<ActorRow>`
      select ${sql.raw(users.columns)}, ${sql.raw(IS_BANNED)} as is_banned, s.parent_session_id,
             s.created_at::text as session_created_at, k.created_at::text as key_created_at, k.read_only
      from users as u
      left join sessions as s on s.id = ${sessionId}::uuid and s.user_id = u.id and s.expires_at > now()
        and s.impersonated_by is not distinct from ${impersonatorId}::text
      left join api_keys as k on k.id = ${apiKey?.id ?? null}::uuid and k.user_id = u.id
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      where u.id = ${actorId}`.execute(db);
    const [row] = rows;
    if (!row || row.is_banned) throw new ActorGone('errors.actorGone');
    const createdAt = apiKey ? row.key_created_at : row.session_created_at;
    if (createdAt === null) throw new ActorGone(apiKey ? 'errors.actorKeyGone' : 'errors.actorSessionEnded');
    const user = users.fromRow(row);
    if (impersonatorId !== null) {
      const impersonation = { admin: impersonatorId, parent: row.parent_session_id, user };
      const impersonator = await findImpersonator(readingIn(db), impersonation);
      if (!impersonator) throw new ActorGone('errors.actorSessionEnded');
      if (!impersonator.isAllowed) throw new ActorGone('errors.actorRights');
    }
    const actor = actorOfSession({
      id: sessionId ?? '',
      createdAt: new Date(createdAt),
      impersonatedBy: impersonatorId,
      apiKey: apiKey && { ...apiKey, isReadOnly: row.read_only === true },
      user,
    });
    // The rest of the work would create its records in the other rows.
    if (!hasFieldsOf(actor, stored)) throw new ActorGone('errors.actorRights');
    return { ...actor, id: actorId };
  };
}
