import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { captcha } from 'better-auth/plugins';
import { z } from 'zod';
import { beforeEndpoints } from '#backend/access/hooks/auth-hooks.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { type CodeMails, SEND, SEND_TO_NEW_ADDRESS, sendCode, storeCode } from './codes.ts';

/** A requested code: better-auth's type, the recipient, and the name that it is stored under. */
interface CodeRequest {
  readonly type: 'sign-in' | 'change-email';
  readonly email: string;
  readonly name: string;
}

const CODE_REQUESTS: Readonly<
  Record<string, (ctx: GenericEndpointContext) => Promise<CodeRequest | undefined>>
> = {
  [SEND]: async ({ body }) => {
    const email = String(body?.email).toLowerCase();
    return body?.type === 'sign-in' ? { type: 'sign-in', email, name: email } : undefined;
  },
  [SEND_TO_NEW_ADDRESS]: async (ctx) => {
    const user = (await getSessionFromCtx(ctx))?.user;
    const email = String(ctx.body?.newEmail).toLowerCase();
    return user && user.email !== email
      ? { type: 'change-email', email, name: `${user.id}:${email}` }
      : undefined;
  },
};

/**
 * Replaces better-auth's code sending, which looks up the user first and so reveals by timing whether an
 * address has an account. It also drops the code for an existing address, so attempts fail differently. Here
 * every address gets a code with the same steps; whether to send it is decided after the response.
 */
export function codeSending(mails: CodeMails, hash: (code: string) => Promise<string>): BetterAuthPlugin {
  return beforeEndpoints('code-sending', Object.keys(CODE_REQUESTS), async (ctx) => {
    const requested = await CODE_REQUESTS[ctx.path]?.(ctx);
    // better-auth itself rejects an invalid request.
    if (!requested || !z.email().safeParse(requested.email).success) return undefined;
    const { type, email, name } = requested;
    const code = await storeCode(ctx, { identifier: `${type}-otp-${name}`, hash });
    sendCode({ email, code, type }, mails);
    return ctx.json({ success: true });
  });
}

/** Returns the plugin that requires a Turnstile captcha before a code is sent; none without keys. */
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
        const rejected = await turnstile.onRequest(request, context);
        if (rejected?.response.status !== 500) return rejected;
        // Turnstile cannot be reached, which the plugin calls an unknown error.
        const body = { code: 'SERVICE_UNAVAILABLE', message: 'The captcha cannot be checked right now' };
        return { response: Response.json(body, { status: 503 }) };
      },
    },
  ];
}
