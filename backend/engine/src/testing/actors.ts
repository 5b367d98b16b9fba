import { type Actor, ANYBODY, type UserActor } from '#backend/kernel/http/actor.ts';

/** The id of the user who acts in tests without users. */
export const ACTOR_ID = '00000000-0000-7000-8000-000000000001';

/** Returns a signed-in user with a new session; `given` replaces parts of it. */
export const actorWith = (given: Partial<UserActor> = {}): UserActor => ({
  ...ANYBODY,
  id: ACTOR_ID,
  role: 'admin',
  credential: { kind: 'session', id: ACTOR_ID, createdAt: new Date() },
  ...given,
});

/** Returns a caller of a role who is not signed in. */
export const visitorWith = (role: Actor['role']): Actor => ({ ...ANYBODY, role });
