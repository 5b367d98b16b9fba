import { z } from 'zod';
import { checkPage } from '#contract/records/resources/list-query.ts';
import {
  byId,
  commonErrors,
  declareHeaders,
  queryNumber,
  withNotFound,
} from '#contract/records/route-parts.ts';
import { c, strictRouter } from '#contract/records/ts-rest.ts';

/** Default number of sessions per page. */
const SESSIONS_PAGE = 5;

const sessionItem = z.object({
  id: z.uuid(),
  /** The browser and its operating system; null if the user agent is not recognized. */
  device: z.string().nullable(),
  /** A short identifier to distinguish sessions. */
  fingerprint: z.string(),
  /** IPv6 addresses are in compressed form. */
  ipAddress: z.string().nullable(),
  /** The user whom an admin impersonates in this session, with name or else email address; null otherwise. */
  impersonating: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
});

/** A session as shown to its user and to admins. Its token exists only in the cookie. */
export type SessionItem = z.infer<typeof sessionItem>;

/** Pagination parameters like those of other lists, but with a fixed order. */
const pageOfSessions = z
  .strictObject({ _start: queryNumber.default(0), _end: queryNumber.optional() })
  .transform(({ _start: start, _end: end = start + SESSIONS_PAGE }, context) => {
    checkPage({ start, end }, context);
    return { start, end };
  });

const session = z.object({ sessionId: z.uuid().toLowerCase() });

const pageHeaders = declareHeaders({ 200: { 'X-Total-Count': 'always' } });

/** The sessions of any user, for admins. */
export const userSessions = strictRouter({
  listSessions: {
    method: 'GET',
    path: '/api/users/:id/sessions',
    summary: 'List the sessions of a user, newest first',
    pathParams: byId,
    query: pageOfSessions,
    responses: { 200: z.array(sessionItem), ...withNotFound },
    metadata: pageHeaders,
  },
  revokeSession: {
    method: 'DELETE',
    path: '/api/users/:id/sessions/:sessionId',
    summary: 'End one session of a user',
    pathParams: byId.extend(session.shape),
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withNotFound },
  },
  revokeSessions: {
    method: 'DELETE',
    path: '/api/users/:id/sessions',
    summary: 'End every session of a user',
    pathParams: byId,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withNotFound },
  },
});

/** The sessions of the signed-in user. */
export const ownSessions = strictRouter({
  listSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'List your own sessions: the current one, then the newest first',
    query: pageOfSessions,
    responses: { 200: z.array(sessionItem), ...commonErrors },
    metadata: pageHeaders,
  },
  revokeSession: {
    method: 'DELETE',
    path: '/api/account/sessions/:sessionId',
    summary: 'End one of your own sessions',
    pathParams: session,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withNotFound },
  },
  revokeOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'End all of your own sessions except the current one',
    body: c.noBody(),
    responses: { 204: c.noBody(), ...commonErrors },
  },
});
