import { declareHeaders } from '#contract/records/response-headers.ts';
import { commonErrors } from '#contract/records/shared-responses.ts';
import { c } from '#contract/records/ts-rest.ts';
import { ownApiKeys } from './api-keys.ts';
import { ownSessions } from './sessions.ts';

/** Endpoints of the user's own account; name, e-mail and deletion are better-auth's, under /api/auth. */
export const accountRoutes = c.router({
  ...ownSessions,
  ...ownApiKeys,
  stopImpersonating: {
    method: 'POST',
    path: '/api/account/stop-impersonating',
    summary: 'Go back to the own session after acting as somebody else',
    body: c.noBody(),
    responses: { 204: c.noBody(), ...commonErrors },
    metadata: declareHeaders({ 204: { 'Set-Cookie': 'always' } }),
    strictStatusCodes: true,
  },
});
