import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { byId, commonErrors, withNotFound } from './shared-responses.ts';

const c = initContract();

/** Default and maximum number of sessions per page. */
const SESSIONS_PAGE = 5;
const LARGEST_PAGE = 100;

/** A session as shown to its user and to admins. Its token is never exposed outside of its cookie. */
export interface SessionItem {
  readonly id: string;
  /** The browser and its operating system; null if the user agent is not recognized. */
  readonly device: string | null;
  /** A short identifier to distinguish sessions. */
  readonly fingerprint: string;
  /** IPv6 addresses are in compressed form. */
  readonly ipAddress: string | null;
  /** The user whom an admin impersonates in this session, with name or else e-mail address; null otherwise. */
  readonly impersonating: { readonly id: string; readonly name: string } | null;
  /** ISO 8601 */
  readonly createdAt: string;
  /** ISO 8601 */
  readonly updatedAt: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  /** Whether it is the session of the request. */
  readonly current: boolean;
}

const sessionItem = z.object({
  id: z.uuid(),
  device: z.string().nullable(),
  fingerprint: z.string(),
  ipAddress: z.string().nullable(),
  impersonating: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  current: z.boolean(),
}) as unknown as z.ZodType<SessionItem>;

const digits = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** Pagination parameters, like those of any other list, but with a fixed order. */
const pageOfSessions = z
  .strictObject({ _start: digits.default(0), _end: digits.optional() })
  .transform(({ _start: start, _end: end = start + SESSIONS_PAGE }, context) => {
    if (end <= start || end - start > LARGEST_PAGE)
      context.addIssue({
        code: 'custom',
        path: ['_end'],
        params: { key: 'errors.pageTooLarge', values: { max: LARGEST_PAGE } },
      });
    return { start, end };
  }) as unknown as z.ZodType<{ start: number; end: number }, { _start?: number; _end?: number }>;

const session = z.object({ sessionId: z.uuid().toLowerCase() });

/** The sessions of any user, for admins. */
export const userSessions = c.router({
  listSessions: {
    method: 'GET',
    path: '/api/users/:id/sessions',
    summary: 'List the sessions of a user, newest first',
    pathParams: byId,
    query: pageOfSessions,
    responses: { 200: z.array(sessionItem), ...withNotFound },
    strictStatusCodes: true,
  },
  revokeSession: {
    method: 'DELETE',
    path: '/api/users/:id/sessions/:sessionId',
    summary: 'End one session of a user',
    pathParams: byId.extend(session.shape),
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withNotFound },
    strictStatusCodes: true,
  },
  revokeSessions: {
    method: 'DELETE',
    path: '/api/users/:id/sessions',
    summary: 'End every session of a user',
    pathParams: byId,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withNotFound },
    strictStatusCodes: true,
  },
});

/** The sessions of the signed-in user. */
export const ownSessions = c.router({
  listSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'List your own sessions: the one that asks, then the newest first',
    query: pageOfSessions,
    responses: { 200: z.array(sessionItem), ...commonErrors },
    strictStatusCodes: true,
  },
  revokeSession: {
    method: 'DELETE',
    path: '/api/account/sessions/:sessionId',
    summary: 'End one of your own sessions',
    pathParams: session,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withNotFound },
    strictStatusCodes: true,
  },
  revokeOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'End all of your own sessions but the one that asks',
    body: c.noBody(),
    responses: { 204: c.noBody(), ...commonErrors },
    strictStatusCodes: true,
  },
});
