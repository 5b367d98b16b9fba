import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Settings } from '#backend/settings.ts';

const TURNSTILE = 'https://challenges.cloudflare.com';

/** Sets the security headers of every response. The default policy allows no scripts and no framing. */
export function securityHeaders({ isSecure }: Settings): RequestHandler {
  const fixed = Object.entries({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(isSecure && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  });
  return (_req, res, next) => {
    for (const [name, value] of fixed) res.setHeader(name, value);
    next();
  };
}

/** Returns a new CSP nonce, which marks the page's own inline scripts and styles. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Returns the CSP of our pages: our own files, elements with the nonce, and the captcha if configured. */
export function pagePolicy({ nonce, captcha }: { nonce: string; captcha: boolean }): string {
  const theirs = captcha ? ` ${TURNSTILE}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${theirs}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${captcha ? TURNSTILE : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
