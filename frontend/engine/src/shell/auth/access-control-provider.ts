import type { AccessControlProvider } from '@refinedev/core';
import { may } from './session.ts';

// Maps Refine's page actions to the actions of the rights.
const actionOf: Record<string, string> = { list: 'read', show: 'read', edit: 'update', clone: 'create' };

/**
 * Refine's access control. A generated resource is checked by its singular name from `meta.singular` (`books`
 * → `book`), any other resource by its own name.
 */
export const accessControlProvider = {
  can: async ({ resource, action, params }) => {
    const name: unknown = params?.resource?.meta?.singular ?? resource;
    return { can: may(String(name), actionOf[action] ?? action) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
} satisfies AccessControlProvider;
