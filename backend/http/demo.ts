import type { RequestHandler } from 'express';
import { ApiError } from './api-error.ts';
import { isRead } from './methods.ts';
import { guardedPath } from './normalize-path.ts';

/** Writes that are allowed in demo mode: signing in, signing out, and the init call of a page. */
const ALLOWED = new Set([
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/auth/sign-out',
  '/api/fn/init',
]);

/** Auth endpoints that have side effects although they are GET requests. */
const WRITING_READS = /^\/api\/auth\/(callback|verify-email|delete-user|reset-password)\b/;

/** The export of selected records: it writes nothing, but its question is too long for an address. */
const SELECTED_EXPORT = /^\/api\/\w+\/export$/;

/** Rejects every write in demo mode, on any path. Which accounts may sign in is checked at sign-in. */
export function refuseInDemo(isDemo: boolean): RequestHandler {
  if (!isDemo) return (_req, _res, next) => next();
  return (req, _res, next) => {
    const path = guardedPath(req);
    const refused = isRead(req)
      ? WRITING_READS.test(path)
      : !(ALLOWED.has(path) || SELECTED_EXPORT.test(path));
    next(refused ? new ApiError('DEMO_MODE') : undefined);
  };
}
