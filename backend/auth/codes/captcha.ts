import type { BetterAuthPlugin } from 'better-auth';
import { captcha } from 'better-auth/plugins';
import type { Settings } from '#backend/settings.ts';
import { SEND } from './codes.ts';

/** Turnstile before a code is sent, where its keys are set. */
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

/** The plugin calls it an unknown error when Turnstile does not answer, which helps nobody. */
function unreachable() {
  const body = { code: 'SERVICE_UNAVAILABLE', message: 'The captcha cannot be checked right now' };
  return Response.json(body, { status: 503 });
}
