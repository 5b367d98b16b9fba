import type { RequestHandler } from 'express';
import { ApiError } from './api-error.ts';
import { isRead } from './methods.ts';
import { guardedPath } from './normalize-path.ts';

/** What a visitor of a demo may do beside reading: sign in, sign out, and start the page. */
const ALLOWED = new Set([
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/auth/sign-out',
  '/api/fn/init',
]);

/** Addresses of sign-in that change something although they are asked for by GET. */
const WRITING_READS = /^\/api\/auth\/(callback|verify-email|delete-user|reset-password)\b/;

/** In demo mode refuses every write, wherever it arrives. Which accounts may sign in is sign-in's own affair. */
export function refuseInDemo(isDemo: boolean): RequestHandler {
  if (!isDemo) return (_req, _res, next) => next();
  return (req, _res, next) => {
    const path = guardedPath(req);
    const refused = isRead(req) ? WRITING_READS.test(path) : !ALLOWED.has(path);
    next(refused ? new ApiError('DEMO_MODE') : undefined);
  };
}
