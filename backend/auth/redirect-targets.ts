import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';

/** Where a call says where to go on afterwards, and better-auth's code for one that leads astray. */
const NAMED_IN = {
  callbackURL: 'INVALID_CALLBACK_URL',
  errorCallbackURL: 'INVALID_ERROR_CALLBACK_URL',
  newUserCallbackURL: 'INVALID_NEW_USER_CALLBACK_URL',
  redirectTo: 'INVALID_REDIRECT_URL',
} as const;

type Given = Partial<Record<string, unknown>> | null | undefined;

/**
 * Refuses targets of redirects that only look like paths of ours. better-auth lets `/.//elsewhere` through as a path
 * and then writes it out without the dot, which leads to another site.
 */
export const redirectTargets: BetterAuthPlugin = {
  id: 'redirect-targets',
  hooks: {
    before: [
      {
        matcher: ({ body, query }) => Object.keys(NAMED_IN).some((name) => body?.[name] || query?.[name]),
        handler: createAuthMiddleware(async ({ body, query, context: { baseURL } }) => {
          for (const [name, code] of Object.entries(NAMED_IN))
            for (const target of [(body as Given)?.[name], (query as Given)?.[name]])
              if (target && leadsAstray(String(target), baseURL))
                throw new APIError('FORBIDDEN', { code, message: `Invalid ${name}` });
        }),
      },
    ],
  },
};

function leadsAstray(target: string, from: string) {
  return URL.parse(target, from)?.pathname.startsWith('//') ?? true;
}
