import type { RequestHandler } from 'express';
import { ApiError } from '#backend/http/api-error.ts';
import { isRead } from '#backend/http/methods.ts';
import { guardedPath } from '#backend/http/normalize-path.ts';
import { sessionOf } from '#backend/sessions/middleware.ts';
import type { Resource } from '#contract/schema/index.ts';

/** What an admin may do while acting as somebody else, beside reading and the records of our own resources. */
const ALLOWED = new Set([
  '/api/account/stop-impersonating',
  '/api/auth/admin/stop-impersonating',
  '/api/auth/sign-out',
  '/api/auth/update-user',
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/fn/init',
]);

/** Addresses of sign-in that write although they are asked for by GET. */
const WRITING_READS = /^\/api\/auth\/(delete-user|verify-email)\b/;

/**
 * Keeps an admin who acts as somebody else away from what only that user may do: changing the address, the role,
 * the sessions or other users, and deleting the account. A write that nobody thought of is refused.
 */
export function refuseWhileImpersonating(resources: Readonly<Record<string, Resource>>): RequestHandler {
  const own = Object.values(resources).filter(({ managedBy }) => managedBy === 'app');
  const records = new RegExp(`^/api/(${own.map(({ name }) => name).join('|')})(/|$)`);
  return (req, res, next) => {
    const path = guardedPath(req);
    const refused = isRead(req) ? WRITING_READS.test(path) : !ALLOWED.has(path) && !records.test(path);
    if (refused && sessionOf(res)?.impersonatedBy) throw new ApiError('IMPERSONATING');
    next();
  };
}
