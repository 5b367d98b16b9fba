import { PUBLIC, type Role } from '@bindery/contract/schema/index.ts';
import type { Author, NamedApiKey } from '#backend/database/history.ts';
import { ApiError } from './api-error.ts';

/** The age at which a session no longer counts as fresh. */
export const FRESH_MS = 24 * 60 * 60 * 1000;

/** What an actor acts with: it decides what a stolen session or an API key cannot do. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string; readonly createdAt: Date }
  | ({ readonly kind: 'apiKey'; readonly isReadOnly: boolean } & NamedApiKey)
  /** A caller who is not signed in. */
  | { readonly kind: 'none' }
  /** The application itself, which no rights limit. */
  | { readonly kind: 'application' };

/**
 * Who reads or writes: a plain value that every right, author and freshness check takes. It is created once per request
 * from the session, and created again from the database for work that goes on after a request.
 */
export interface Actor {
  /** Null for a caller who is not signed in, and for the application. */
  readonly id: string | null;
  readonly role: Role;
  readonly email: string | null;
  /** The fields of the entry `users` that conditions on rows use. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The id of the admin who acts as this user. */
  readonly impersonator: string | null;
  readonly credential: Credential;
}

/** An actor who is signed in. */
export interface UserActor extends Actor {
  readonly id: string;
}

/** The parts of a session, or of what an API key stands for, that an actor is created from. */
export interface ActingSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly impersonatedBy: string | null;
  readonly apiKey: (NamedApiKey & { readonly isReadOnly: boolean }) | null;
  readonly user: Pick<Actor, 'role' | 'fields'> & { readonly id: string; readonly email: string };
}

/** A caller who is not signed in. */
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

/** Returns the actor of a session; without one, a caller who is not signed in. */
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

/** Returns whether an actor acts with an API key that may only read. */
export const isReadOnly = ({ credential }: Pick<Actor, 'credential'>): boolean =>
  credential.kind === 'apiKey' && credential.isReadOnly;

/** Returns the id of the user who acts: the admin's during impersonation. Null without a user. */
export const actingId = ({ id, impersonator }: Pick<Actor, 'id' | 'impersonator'>): string | null =>
  impersonator ?? id;

/** Returns who the history names for the changes of an actor. */
export function authorOf({ id, impersonator, credential }: Actor): Author {
  const apiKey = credential.kind === 'apiKey' ? { id: credential.id, name: credential.name } : null;
  return { actor: id, impersonator, apiKey };
}

/** Returns whether an actor's session was created within the last 24 hours. The application is always fresh, a key never. */
export function isFresh({ credential }: Pick<Actor, 'credential'>): boolean {
  if (credential.kind === 'session') return Date.now() - credential.createdAt.getTime() < FRESH_MS;
  return credential.kind === 'application';
}

/**
 * Requires a session that was created within the last 24 hours, for acts that a thief of a session would use to take over
 * an account.
 *
 * @throws ApiError SESSION_EXPIRED, upon which pages redirect to sign in again and back; API_KEY_NOT_ALLOWED for an
 *   actor with an API key.
 */
export function requireFresh(actor: Pick<Actor, 'credential'>): void {
  if (isFresh(actor)) return;
  throw new ApiError(actor.credential.kind === 'apiKey' ? 'API_KEY_NOT_ALLOWED' : 'SESSION_EXPIRED');
}
