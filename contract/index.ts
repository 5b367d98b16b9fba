import { initClient } from '@ts-rest/core';
import resources from '#resources.config';
import { accountRoutes } from './account.ts';
import { dashboardRoutes } from './dashboard.ts';
import { healthRoutes } from './health.ts';
import { routesOfAll } from './resources/routes.ts';
import { peopleRoutes } from './users.ts';

/** The endpoints of these Resources, and those written by hand. */
export const contractOf = (of: typeof resources) => {
  const generic = routesOfAll(of);
  return {
    ...generic,
    users: { ...generic.users, ...peopleRoutes },
    account: accountRoutes,
    dashboard: dashboardRoutes,
    health: healthRoutes,
  };
};

/** Every typed endpoint. */
export const contract = contractOf(resources);

export type { ErrorBody, ErrorCode, FieldError } from './errors.ts';

/**
 * A typed client for integrators: `createClient({ baseUrl: 'https://…' }).books.list({ query: { q: 'poe' } })`.
 * `headers` go along with every call. In a browser the session cookie goes along by itself.
 */
export const createClient = (options: { baseUrl: string; headers?: Record<string, string> }) =>
  initClient(contract, {
    baseUrl: options.baseUrl,
    baseHeaders: options.headers ?? {},
    credentials: 'include',
    throwOnUnknownStatus: false,
  });
