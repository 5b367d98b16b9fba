import { fieldError } from '@bindery/contract/records/validation.ts';
import type { Auth } from '#backend/access/auth/auth.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';

/** The fields of a user that a ban writes. */
export const BAN_FIELDS: readonly string[] = ['banned', 'banReason', 'banExpires'];

/** A ban as set by an admin. */
interface Ban {
  readonly reason?: string | null | undefined;
  /** Expiry of the ban (ISO 8601); without it, the ban lasts until it is lifted. */
  readonly until?: string | null | undefined;
}

/**
 * Bans a user and ends their sessions.
 * @throws ApiError INVALID for an expiry in the past, NOT_FOUND, YOU_CANNOT_BAN_YOURSELF, LAST_ADMIN.
 */
export async function banUser(auth: Auth, id: string, { reason, until }: Ban): Promise<void> {
  if (until && Date.parse(until) <= Date.now()) {
    const error = fieldError('until', 'errors.tooEarly', { min: new Date().toISOString() });
    throw new ApiError('INVALID', { errors: { until: [error] } });
  }
  const banExpires = until ? new Date(until) : null;
  await change(auth, id, { banned: true, banReason: reason || null, banExpires });
}

/**
 * Lifts a ban. Does nothing if the user is not banned.
 *
 * @throws ApiError NOT_FOUND.
 */
export async function liftBan(auth: Auth, id: string): Promise<void> {
  await change(auth, id, { banned: false, banReason: null, banExpires: null });
}

/** Updates the user through better-auth, so that the write hooks run. */
async function change(auth: Auth, id: string, values: Record<string, unknown>) {
  const { internalAdapter } = await auth.$context;
  const changed = await internalAdapter.updateUser(id, { ...values, updatedAt: new Date() });
  if (!changed) throw new ApiError('NOT_FOUND');
}
