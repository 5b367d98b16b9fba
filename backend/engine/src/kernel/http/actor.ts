import type { Actor as ActorOfRows } from '@bindery/contract/records/rows/row-filter.ts';
import { PUBLIC } from '@bindery/contract/schema/index.ts';
import type { Author, NamedApiKey } from '#backend/database/history.ts';
import { ApiError } from './api-error.ts';

/** The age at which a session is no longer fresh. */
export const FRESH_MS = 24 * 60 * 60 * 1000;

/** What an actor authenticates with: it decides what a stolen session or an API key cannot do. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string; readonly createdAt: Date }
  | ({ readonly kind: 'apiKey'; readonly isReadOnly: boolean } & NamedApiKey)
  /** A caller without a session. */
  | { readonly kind: 'none' }
  /** The application itself, without limits of rights. */
  | { readonly kind: 'application' };

/**
 * Who reads or writes: a plain value for every check of rights, authorship and freshness. It is created from
 * the session of a request, and again from the database for work that continues after a request.
 */
export interface Actor extends ActorOfRows {
  readonly email: string | null;
  /** The id of the admin who impersonates this user. */
  readonly impersonator: string | null;
  readonly credential: Credential;
}

/** A signed-in actor. */
export interface UserActor extends Actor {
  readonly id: string;
}

/** The parts of a session, or of an API key's user, from which an actor is created. */
export interface ActingSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly impersonatedBy: string | null;
  readonly apiKey: (NamedApiKey & { readonly isReadOnly: boolean }) | null;
  readonly user: Pick<Actor, 'role' | 'fields'> & { readonly id: string; readonly email: string };
}

/** A caller without a session. */
export const ANYBODY: Actor = {
  id: null,
  role: PUBLIC,
  email: null,
  impersonator: null,
  credential: { kind: 'none' },
};

/** The application itself: it reads and writes all rows and fields, and the history names no user. */
export const APPLICATION: Actor = {
  id: null,
  role: 'admin',
  email: null,
  impersonator: null,
  credential: { kind: 'application' },
};

/** Returns the actor of a session; without one, a caller without a session. */
export function actorOfSession(session: ActingSession | null): Actor {
  if (!session) return ANYBODY;
  const { id, createdAt, impersonatedBy, apiKey, user } = session;
  return {
    id: user.id,
    role: user.role,
    email: user.email,
    ...(user.fields && { fields: user.fields }),
    impersonator: impersonatedBy,
    credential: apiKey ? { kind: 'apiKey', ...apiKey } : { kind: 'session', id, createdAt },
  };
}

/** Returns whether an actor is signed in. */
export const isUser = (actor: Actor): actor is UserActor => actor.id !== null;

/** Returns whether an actor is the application itself. */
export const isApplication = ({ credential }: Pick<Actor, 'credential'>): boolean =>
  credential.kind === 'application';

/** Returns a key of what depends on an actor's role alone; no role has a name with a space. */
export const roleKey = (actor: Actor): string => (isApplication(actor) ? 'the application' : actor.role);

/** Returns whether an actor authenticates with a read-only API key. */
export const isReadOnly = ({ credential }: Pick<Actor, 'credential'>): boolean =>
  credential.kind === 'apiKey' && credential.isReadOnly;

/** Returns the id of the responsible user: the admin's during impersonation. Null without a user. */
export const actingId = ({ id, impersonator }: Pick<Actor, 'id' | 'impersonator'>): string | null =>
  impersonator ?? id;

/** Returns the author that the history records for the changes of an actor. */
export function authorOf({ id, impersonator, credential }: Actor): Author {
  const apiKey = credential.kind === 'apiKey' ? { id: credential.id, name: credential.name } : null;
  return { actor: id, impersonator, apiKey };
}

/** Returns whether an actor's session is under 24 hours old. The application is always fresh, a key never. */
function isFresh({ credential }: Pick<Actor, 'credential'>): boolean {
  if (credential.kind === 'session') return Date.now() - credential.createdAt.getTime() < FRESH_MS;
  return credential.kind === 'application';
}

/**
 * Requires a session of the last 24 hours, for operations with which its thief could take over an account.
 * @throws ApiError SESSION_EXPIRED (pages redirect to the login and back); API_KEY_NOT_ALLOWED with a key.
 */
export function requireFresh(actor: Pick<Actor, 'credential'>): void {
  if (isFresh(actor)) return;
  throw new ApiError(actor.credential.kind === 'apiKey' ? 'API_KEY_NOT_ALLOWED' : 'SESSION_EXPIRED');
}
