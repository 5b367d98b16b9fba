import { refreshSession } from '../../auth/session.ts';
import { http } from '../../shell/http.ts';
import type { Item } from '../resource.ts';

/** What the manager shows of a person beside the generated fields. */
export interface PersonItem extends Item {
  readonly email: string;
  readonly name: string | null;
  readonly emailVerified: boolean;
  /** ISO 8601; null until the person has given their name. */
  readonly onboardedAt: string | null;
  readonly banned: boolean;
  readonly banReason: string | null;
  /** ISO 8601; null where the ban has no end. */
  readonly banExpires: string | null;
}

/** Bans a person, which ends their sessions. Throws an HttpError. */
export const ban = (id: string, how: { reason: string | null; until: string | null }) =>
  http.post(`/api/users/${id}/ban`, how);

/** Lifts a ban. Throws an HttpError. */
export const liftBan = (id: string) => http.delete(`/api/users/${id}/ban`);

/** Acts as a person from now on, for an hour at most. Throws an HttpError. */
export async function impersonate(id: string): Promise<void> {
  await http.post(`/api/users/${id}/impersonate`);
  await refreshSession();
}
