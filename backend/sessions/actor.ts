import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import type { KnownSession } from './current.ts';
import { sessionOf } from './guards.ts';

const current = new AsyncLocalStorage<KnownSession | null>();

/** Lets everything that happens below know on whose behalf it happens, also where no request is at hand. */
export const onBehalfOfVisitor: RequestHandler = (_req, res, next) => current.run(sessionOf(res), next);

/** The person who acts: the admin, where one acts as somebody else. Null where nobody is signed in. */
export function actorHere(): string | null {
  const session = current.getStore();
  return session ? (session.impersonatedBy ?? session.user.id) : null;
}
