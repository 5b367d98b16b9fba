import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type Pages, permissions } from '@bindery/contract/api/pages.ts';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import type { Settings } from '#backend/kernel/settings/settings.ts';

const TURNSTILE = 'https://challenges.cloudflare.com';

/** Creates middleware that sets a content security policy; everything else is forbidden. */
export function contentSecurityPolicy(
  directives: NonNullable<Parameters<typeof helmet.contentSecurityPolicy>[0]>['directives'],
) {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], ...directives },
  });
}

/** Returns the policy that allows only the permissions that some page declares. */
const permissionsPolicy = (pages: Pages): string => {
  const requested = new Set(Object.values(pages).flatMap(({ permissions: ofPage = [] }) => ofPage));
  return permissions.map((name) => `${name}=(${requested.has(name) ? 'self' : ''})`).join(', ');
};

/**
 * Returns the security headers of every response, which depend only on the settings and the pages. The
 * default policy allows no scripts and no framing.
 */
export function securityHeaders({ isSecure }: Pick<Settings, 'isSecure'>, pages: Pages): Map<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // Not part of helmet.
  response.setHeader('Permissions-Policy', permissionsPolicy(pages));
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
  for (const set of [setPolicy, setOthers]) set(request, response, throwIfAny);
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Ends middleware that is called as a function, which reports an error to the next one. Throws the error. */
export function throwIfAny(error?: unknown): void {
  if (error) throw error;
}

interface PagePolicyOptions {
  readonly captcha: boolean;
  /** Whether Vite updates the pages: its client waits in a worker for the server to restart. */
  readonly isHot: boolean;
}

/**
 * Creates the policy of the product's pages: own files, elements with the nonce, a configured captcha. The
 * function sets it, and returns the nonce, which marks inline scripts and styles.
 */
export function createPagePolicy({ captcha, isHot }: PagePolicyOptions) {
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
  return (req: Request, res: Response): string => {
    const nonce = randomBytes(16).toString('base64');
    res.locals.nonce = nonce;
    setPolicy(req, res, throwIfAny);
    return nonce;
  };
}
