import { initContract } from '@ts-rest/core';
import { refused } from './shared-responses.ts';
import { ownSessions } from './sessions.ts';

const c = initContract();

/** What everybody may do about themself; name, address and deletion are sign-in's, under /api/auth. */
export const accountRoutes = c.router({
  ...ownSessions,
  stopImpersonating: {
    method: 'POST',
    path: '/api/account/stop-impersonating',
    summary: 'Go back to the own session after acting as somebody else',
    body: c.noBody(),
    responses: { 204: c.noBody(), ...refused },
    strictStatusCodes: true,
  },
});
