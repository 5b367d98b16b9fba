import { z } from 'zod';
import {
  byId,
  commonErrors,
  declareHeaders,
  lineOfText,
  withConflict,
} from '#contract/records/route-parts.ts';
import { c, strictRouter } from '#contract/records/ts-rest.ts';
import { ownApiKeys, userApiKeys } from './api-keys.ts';
import { ownSessions, userSessions } from './sessions.ts';

/** Endpoints of the user's own account. better-auth serves name, email and deletion under /api/auth. */
export const accountRoutes = strictRouter({
  ...ownSessions,
  ...ownApiKeys,
  stopImpersonating: {
    method: 'POST',
    path: '/api/account/stop-impersonating',
    summary: 'Stop impersonating and return to your own session',
    body: c.noBody(),
    responses: { 204: c.noBody(), ...commonErrors },
    metadata: declareHeaders({ 204: { 'Set-Cookie': 'always' } }),
  },
});

/** A ban: its reason and expiry. Without an expiry it lasts until it is lifted. */
const ban = z.strictObject({
  reason: lineOfText(255).nullish(),
  until: z.iso.datetime({ offset: true }).nullish(),
});

/** Admin operations on users besides reading, creating, updating and deleting. */
export const userRoutes = strictRouter({
  ...userSessions,
  ...userApiKeys,
  ban: {
    method: 'POST',
    path: '/api/users/:id/ban',
    summary: 'Ban a user and end their sessions',
    pathParams: byId,
    body: ban,
    responses: { 204: c.noBody(), ...withConflict },
  },
  unban: {
    method: 'DELETE',
    path: '/api/users/:id/ban',
    summary: 'Lift a ban',
    pathParams: byId,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withConflict },
  },
  impersonate: {
    method: 'POST',
    path: '/api/users/:id/impersonate',
    summary: 'Impersonate a user for at most an hour; the cookies of the response carry the new session',
    pathParams: byId,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...withConflict },
    metadata: declareHeaders({ 204: { 'Set-Cookie': 'always' } }),
  },
});
