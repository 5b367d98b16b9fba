import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Request } from 'express';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { guardedPath, isRead } from '#backend/kernel/http/request-guard.ts';

/**
 * Write endpoints allowed during impersonation, in addition to the records of the application's resources.
 */
const ALLOWED = new Set([
  '/api/account/stop-impersonating',
  '/api/auth/admin/stop-impersonating',
  '/api/auth/sign-out',
  '/api/auth/update-user',
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/fn/init',
]);

/** Sign-in endpoints that write in response to GET. */
const WRITING_READS = /^\/api\/auth\/(delete-user|verify-email)\b/;

/**
 * Returns the function that rejects requests which only the impersonated user may make: changing the address, the
 * role, sessions or other users, and deleting the account. Writes are rejected unless they are on the allow list.
 *
 * @throws ApiError IMPERSONATING.
 */
export function createImpersonationGuard(
  resources: Readonly<Record<string, Resource>>,
): (req: Request) => void {
  const own = Object.values(resources).filter(({ managedBy }) => managedBy === 'app');
  // The upload of an import, which belongs to a resource, allows the import. A file belongs to a field of a
  // resource.
  const names = own.map(({ name }) => name.toLowerCase()).join('|');
  const records = new RegExp(`^/api/((${names})(/|$)|files$|imports/|history/batches/)`);
  return (req) => {
    const path = guardedPath(req);
    const refused = isRead(req) ? WRITING_READS.test(path) : !ALLOWED.has(path) && !records.test(path);
    if (refused) throw new ApiError('IMPERSONATING');
  };
}
