import { AsyncLocalStorage } from 'node:async_hooks';
import { type Actor, APPLICATION, isUser } from '#backend/kernel/http/actor.ts';

/**
 * The actors of running calls of better-auth, whose hooks and adapter have no parameter for one. Only
 * `callAs` sets it, so a call without an actor fails instead of passing as an allowed one.
 */
const calls = new AsyncLocalStorage<Actor>();

/** Calls better-auth on behalf of an actor, whom the hooks around its writes check and record. */
export const callAs = <Result>(actor: Actor, call: () => Promise<Result>): Promise<Result> =>
  calls.run(actor, call);

/**
 * Returns the actor of the better-auth call that a hook runs in.
 * @throws Error outside of `callAs`.
 */
export function actorOfCall(): Actor {
  const actor = calls.getStore();
  if (!actor) throw new Error('A call of better-auth needs an actor: see callAs.');
  return actor;
}

/**
 * Returns the actor of a write by better-auth: before sign-in, better-auth itself writes what a code or a
 * provider has proved, as a part of the application.
 */
export function actorOfWrite(): Actor {
  const actor = actorOfCall();
  return isUser(actor) ? actor : APPLICATION;
}
