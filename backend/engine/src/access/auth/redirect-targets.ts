import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';

/** The parameters that name a redirect target, and better-auth's error codes for invalid ones. */
const REDIRECT_PARAMETERS = {
  callbackURL: 'INVALID_CALLBACK_URL',
  errorCallbackURL: 'INVALID_ERROR_CALLBACK_URL',
  newUserCallbackURL: 'INVALID_NEW_USER_CALLBACK_URL',
  redirectTo: 'INVALID_REDIRECT_URL',
} as const;

type Given = Partial<Record<string, unknown>> | null | undefined;

/**
 * Rejects redirect targets that only look like local paths (open redirects). better-auth accepts
 * `/.//elsewhere` as a path and then normalizes it to `//elsewhere`, which is another site.
 */
export const redirectTargets: BetterAuthPlugin = {
  id: 'redirect-targets',
  hooks: {
    before: [
      {
        matcher: ({ body, query }) =>
          Object.keys(REDIRECT_PARAMETERS).some((name) => body?.[name] || query?.[name]),
        handler: createAuthMiddleware(async ({ body, query, context: { baseURL } }) => {
          for (const [name, code] of Object.entries(REDIRECT_PARAMETERS))
            for (const target of [(body as Given)?.[name], (query as Given)?.[name]])
              if (target && isUnsafeRedirect(String(target), baseURL))
                throw new APIError('FORBIDDEN', { code, message: `Invalid ${name}` });
        }),
      },
    ],
  },
};

function isUnsafeRedirect(target: string, from: string) {
  return URL.parse(target, from)?.pathname.startsWith('//') ?? true;
}
