import type { BetterAuthPlugin } from 'better-auth';
import { captcha } from 'better-auth/plugins';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { SEND } from './codes.ts';

/**
 * Returns the plugin that requires a Turnstile captcha before a code is sent; none if no keys are configured.
 */
export function captchaBeforeCodes({ captcha: keys }: Settings): BetterAuthPlugin[] {
  if (!keys) return [];
  const turnstile = captcha({
    provider: 'cloudflare-turnstile',
    secretKey: keys.secretKey,
    endpoints: [SEND],
    ...(keys.verifyUrl && { siteVerifyURLOverride: keys.verifyUrl }),
  });
  return [
    {
      ...turnstile,
      onRequest: async (request, context) => {
        const refused = await turnstile.onRequest(request, context);
        return refused?.response.status === 500 ? { response: unreachable() } : refused;
      },
    },
  ];
}

/** Replaces the plugin's "unknown error" with a 503 when Turnstile cannot be reached. */
function unreachable() {
  const body = { code: 'SERVICE_UNAVAILABLE', message: 'The captcha cannot be checked right now' };
  return Response.json(body, { status: 503 });
}
