import type { AppRouter } from '@ts-rest/core';
import { accountRoutes } from './account.ts';
import { dashboardRoutes } from './dashboard.ts';
import { fileRoutes } from './files/routes.ts';
import { healthRoutes } from './health.ts';
import { historyRoutes } from './history.ts';
import { importRoutes } from './imports.ts';
import { type RoutesOf, routesOfAll } from './resources/routes.ts';
import type { Resources } from './schema/index.ts';
import { userRoutes } from './users.ts';
import { viewRoutes } from './views.ts';

/** The handwritten endpoints; those of `users` are merged with the ones of its resource. */
type HandWritten = {
  users: typeof userRoutes;
  account: typeof accountRoutes;
  dashboard: typeof dashboardRoutes;
  views: typeof viewRoutes;
  health: typeof healthRoutes;
  files: typeof fileRoutes;
  imports: typeof importRoutes;
  history: typeof historyRoutes;
};

/** Creates the routes of all resources with those of their extensions, and the handwritten ones. */
export const createRoutes = <C, X extends Readonly<Record<string, AppRouter>>>(
  resources: Resources<C>,
  extensions: X,
): RoutesOf<Resources<C>> & HandWritten & X => {
  const generic: Readonly<Record<string, object>> = routesOfAll(resources);
  return {
    ...generic,
    ...Object.fromEntries(
      Object.entries(extensions).map(([name, routes]) => [name, { ...routes, ...generic[name] }]),
    ),
    users: { ...extensions.users, ...generic.users, ...userRoutes },
    account: accountRoutes,
    dashboard: dashboardRoutes,
    views: viewRoutes,
    health: healthRoutes,
    files: fileRoutes,
    imports: importRoutes,
    history: historyRoutes,
  } as RoutesOf<Resources<C>> & HandWritten & X;
};
