import { rolesOf } from '@bindery/contract/records/rights.ts';
import { type FieldErrorKey, fieldError } from '@bindery/contract/records/validation.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Database, Row, Transaction } from '#backend/database/connection.ts';
import type { NamedApiKey } from '#backend/database/history.ts';
import { actorOfSession, authorOf, type UserActor } from '#backend/kernel/http/actor.ts';
import { createRowUserFields } from './row-user-fields.ts';
import { roleOf } from './session-store.ts';

/** The actor of work that continues after the request, as a table stores it. */
export interface StoredActor {
  readonly actorId: string;
  /** The admin who impersonated that user. */
  readonly impersonatorId: string | null;
  /** The session that started the work; null if an API key did. */
  readonly sessionId: string | null;
  readonly apiKey: NamedApiKey | null;
}

/** Converts an actor to its stored form, for `findStoredActor`. */
export function toStoredActor(actor: UserActor): StoredActor {
  const { impersonator = null, apiKey = null } = authorOf(actor);
  const { credential } = actor;
  const sessionId = credential.kind === 'session' ? credential.id : null;
  return { actorId: actor.id, impersonatorId: impersonator, sessionId, apiKey };
}

/**
 * Thrown if the user who started some work may not continue it: signed out, banned, or with a revoked API
 * key.
 */
export class ActorGone extends Error {
  override name = 'ActorGone';
  /** The reason, for the user. */
  readonly key: FieldErrorKey;

  constructor(key: FieldErrorKey) {
    super(fieldError('actor', key).message);
    this.key = key;
  }
}

interface ActorRow extends Row {
  readonly role: string | null;
  readonly email: string;
  readonly is_banned: boolean;
  readonly session_created_at: string | null;
  readonly key_created_at: string | null;
  readonly read_only: boolean | null;
}

/**
 * Returns the current actor from the database: role, address and fields, and the session or API key that
 * started the work. Call it when the work starts and before each portion of it.
 * @throws ActorGone if the user is banned or deleted, the session has ended (during impersonation also the
 * admin's), or the API key has
 *   been revoked or has expired.
 */
export async function findStoredActor(
  db: Database['kysely'] | Transaction,
  {
    stored: { actorId, impersonatorId, sessionId, apiKey },
    resources,
  }: { stored: StoredActor; resources: Readonly<Record<string, Resource>> },
): Promise<UserActor> {
  const fields = createRowUserFields(resources);
  const { rows } = await sql<ActorRow>`
    select u.role, u.email, k.read_only,
           u.banned is true and (u.ban_expires is null or u.ban_expires > now()) as is_banned,
           s.created_at::text as session_created_at,
           k.created_at::text as key_created_at${sql.raw(fields?.columns ?? '')}
    from users as u
    left join sessions as s on s.id = ${sessionId}::uuid and s.user_id = u.id and s.expires_at > now()
      and s.impersonated_by is not distinct from ${impersonatorId}::text
      and (s.impersonated_by is null or exists (
        select 1 from sessions as p where p.id = s.parent_session_id::uuid and p.expires_at > now()))
    left join api_keys as k on k.id = ${apiKey?.id ?? null}::uuid and k.user_id = u.id
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    where u.id = ${actorId}`.execute(db);
  const [row] = rows;
  if (!row || row.is_banned) throw new ActorGone('errors.actorGone');
  const createdAt = apiKey ? row.key_created_at : row.session_created_at;
  if (createdAt === null) throw new ActorGone(apiKey ? 'errors.actorKeyGone' : 'errors.actorSessionEnded');
  const role = roleOf(row.role, rolesOf(resources));
  const actor = actorOfSession({
    id: sessionId ?? '',
    createdAt: new Date(createdAt),
    impersonatedBy: impersonatorId,
    apiKey: apiKey && { ...apiKey, isReadOnly: row.read_only === true },
    user: { id: actorId, role, email: row.email, ...fields?.fromRow(row) },
  });
  return { ...actor, id: actorId };
}
