import { declareHeaders } from '#contract/records/response-headers.ts';
import { commonErrors } from '#contract/records/shared-responses.ts';
import { c } from '#contract/records/ts-rest.ts';
import { ownApiKeys } from './api-keys.ts';
import { ownSessions } from './sessions.ts';

/** Endpoints of the user's own account. better-auth serves name, email and deletion under /api/auth. */
export const accountRoutes = c.router({
  ...ownSessions,
  ...ownApiKeys,
  stopImpersonating: {
    method: 'POST',
    path: '/api/account/stop-impersonating',
    summary: 'Stop impersonating and return to your own session',
    body: c.noBody(),
    responses: { 204: c.noBody(), ...commonErrors },
    metadata: declareHeaders({ 204: { 'Set-Cookie': 'always' } }),
    strictStatusCodes: true,
  },
});
