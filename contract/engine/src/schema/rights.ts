import type { Role } from './roles.ts';

/**
 * The actions on the records of a resource. `restore` exists only with an archive: to read the archive, and
 * to restore records from it. The right `delete` includes it.
 */
export const actions = ['read', 'create', 'update', 'delete', 'restore'] as const;
/** An action on the records of a resource. */
export type Action = (typeof actions)[number];

/** Returns whether a role has a right on a resource; an unknown role has none. */
export const allows = (
  { rights }: { readonly rights: Readonly<Record<Role, readonly Action[]>> },
  { role, action }: { role: Role; action: Action },
): boolean => rights[role]?.includes(action) ?? false;
