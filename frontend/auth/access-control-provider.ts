import type { AccessControlProvider } from '@refinedev/core';
import { may } from './session.ts';

// Refine speaks of pages, the rights of what is done to a record.
const actionOf: Record<string, string> = { list: 'read', show: 'read', edit: 'update', clone: 'create' };

/**
 * Rights as Refine asks for them. A generated resource says in `meta.singular` by which name the rights know
 * it (`books` → `book`); whatever has no such name is asked for by its own.
 */
export const accessControlProvider = {
  can: async ({ resource, action, params }) => {
    const name: unknown = params?.resource?.meta?.singular ?? resource;
    return { can: may(String(name), actionOf[action] ?? action) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
} satisfies AccessControlProvider;
