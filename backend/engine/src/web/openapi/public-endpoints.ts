import { type Action, allows, PUBLIC, type Resource } from '@bindery/contract/schema/index.ts';

/**
 * The endpoints of a resource that callers without a session may use if the entry gives `public` the right.
 */
const ENDPOINTS: Readonly<Record<string, Action>> = {
  'GET ': 'read',
  'GET /:id': 'read',
  'GET /:id/related': 'read',
  'GET /:id/deletion': 'delete',
  'POST ': 'create',
  'PATCH /:id': 'update',
  'PUT /:id': 'update',
  'DELETE /:id': 'delete',
};

/** Returns the endpoints of resources that need no session, as `METHOD /path`. */
export const publicEndpoints = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(
    resources.flatMap((resource) =>
      Object.entries(ENDPOINTS)
        .filter(([, action]) => allows(resource, { role: PUBLIC, action }))
        .map(([endpoint]) => endpoint.replace(' ', ` /api/${resource.name}`)),
    ),
  );
