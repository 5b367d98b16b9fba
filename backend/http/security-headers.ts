import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Settings } from '#backend/settings.ts';

const TURNSTILE = 'https://challenges.cloudflare.com';

/** Creates middleware that sets a content security policy; what it does not name is not allowed. */
export function contentSecurityPolicy(
  directives: NonNullable<Parameters<typeof helmet.contentSecurityPolicy>[0]>['directives'],
) {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], ...directives },
  });
}

/** Sets the security headers of every response. The default policy allows no scripts and no framing. */
export function securityHeaders({ isSecure }: Settings): RequestHandler {
  const setPolicy = contentSecurityPolicy({});
  const setOthers = helmet({
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isSecure,
    xFrameOptions: { action: 'deny' },
    // Only Internet Explorer 8 and Flash ever read these.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });
  return (req, res, next) => {
    // Not part of helmet.
    res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
    setPolicy(req, res, () => setOthers(req, res, next));
  };
}

/** Sets the content security policy of one response; returns the nonce that marks its inline scripts and styles. */
export type SetPagePolicy = (req: Request, res: Response) => string;

export interface PagePolicyOptions {
  readonly captcha: boolean;
  /** Whether Vite updates the pages: its client waits in a worker for a server that restarts. */
  readonly isHot: boolean;
}

/** Creates the policy of our pages: our own files, elements with the nonce, and the captcha if configured. */
export function createPagePolicy({ captcha, isHot }: PagePolicyOptions): SetPagePolicy {
  const nonceOf = (_req: unknown, res: ServerResponse) => `'nonce-${(res as Response).locals.nonce}'`;
  const setPolicy = contentSecurityPolicy({
    scriptSrc: ["'self'", nonceOf, ...(captcha ? [TURNSTILE] : [])],
    styleSrc: ["'self'", nonceOf],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    ...(isHot && { workerSrc: ['blob:'] }),
    manifestSrc: ["'self'"],
    frameSrc: [captcha ? TURNSTILE : "'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
  });
  return (req, res) => {
    const nonce = randomBytes(16).toString('base64');
    res.locals.nonce = nonce;
    setPolicy(req, res, (error) => {
      if (error) throw error;
    });
    return nonce;
  };
}
